// The examples that EXAMPLES names, unchanged, in one program: one run costs a fraction of several.
const names = process.env.EXAMPLES.split(" ");
module.exports = Object.assign({}, ...names.map((name) => require(`../../../examples/${name}/index.ts`)));
