/**
 * A provider that keeps its things in one JSON file, and notes every call.
 *
 * The folder (stack configuration `shelf:dir`) holds
 * - `store.json`: what exists, by id: `{ [id]: inputs }`;
 * - `calls.jsonl`: one line per call of a life cycle method;
 * - `faults.json`: `{ "create a": "message" }` makes the call fail, `{ partly: "reason" }` makes it fail
 *   after the work was done, and `{ waitFor: "file" }` holds the call until that file is there, noting `started` in the log.
 *
 * Inputs: `name`; `content` updates in place; `kind` replaces; `slot` replaces, delete before create. `broken` fails the check.
 */
const fs = require("node:fs");
const path = require("node:path");

let dir;
const file = (name) => path.join(dir, name);
const read = (name) => (fs.existsSync(file(name)) ? JSON.parse(fs.readFileSync(file(name), "utf8")) : {});
const log = (entry) => fs.appendFileSync(file("calls.jsonl"), `${JSON.stringify(entry)}\n`);
const store = (change) => {
  const things = read("store.json");
  change(things);
  fs.writeFileSync(file("store.json.new"), JSON.stringify(things, null, 2));
  fs.renameSync(file("store.json.new"), file("store.json"));
};
const plain = ({ __provider, ...rest }) => rest;

/** Does the work of one call, with the fault planned for it. */
async function doing(method, props, work) {
  const fault = read("faults.json")[`${method} ${props.name}`];
  if (typeof fault === "string") throw quiet(new Error(fault));
  if (fault?.waitFor) {
    log({ method: "started", name: props.name });
    while (!fs.existsSync(file(fault.waitFor))) await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const result = work();
  if (fault?.partly) {
    const { id, outs } = result;
    throw quiet(Object.assign(new Error(fault.partly), { id, properties: outs, reasons: [fault.partly] }));
  }
  return result;
}

function quiet(error) {
  error.stack = "";
  return error;
}

const outputs = (inputs, id) => ({
  ...inputs,
  size: String(inputs.content ?? "").length,
  label: `${inputs.kind}/${id}`,
});

exports.handler = {
  configure({ config }) {
    dir = config.require("shelf:dir");
    fs.writeFileSync(file("host.pid"), String(process.pid));
  },
  async check(olds, news) {
    log({ method: "check", olds: plain(olds), news: plain(news) });
    const failures = news.broken ? [{ property: "broken", reason: `${news.name} is broken` }] : [];
    return { inputs: { kind: "plain", ...news }, failures };
  },
  async diff(id, olds, news) {
    log({ method: "diff", id, olds: plain(olds), news: plain(news) });
    const differs = (key) => JSON.stringify(olds[key]) !== JSON.stringify(news[key]);
    const replaces = ["kind", "slot"].filter(differs);
    const keys = new Set([...Object.keys(news), ...Object.keys(olds)]);
    for (const own of ["__provider", "size", "label", "found"]) keys.delete(own);
    return { changes: [...keys].some(differs), replaces, deleteBeforeReplace: differs("slot") };
  },
  async create(inputs) {
    return doing("create", inputs, () => {
      let id;
      store((things) => {
        const counter = `#${inputs.name}`;
        things[counter] = (things[counter] ?? 0) + 1;
        id = `${inputs.name}-${things[counter]}`;
        things[id] = plain(inputs);
      });
      log({ method: "create", id, inputs: plain(inputs) });
      return { id, outs: outputs(inputs, id) };
    });
  },
  async update(id, olds, news) {
    return doing("update", news, () => {
      store((things) => {
        things[id] = plain(news);
      });
      log({ method: "update", id, olds: plain(olds), news: plain(news) });
      return { id, outs: outputs(news, id) };
    });
  },
  async read(id, props) {
    const live = read("store.json")[id];
    log({ method: "read", id, props: plain(props) });
    const fault = read("faults.json")[`read ${props.name}`];
    if (fault) throw quiet(new Error(fault));
    if (live === undefined) return {};
    return {
      id,
      props: { ...outputs(live, id), __provider: props.__provider },
      inputs: { ...live, __provider: props.__provider },
    };
  },
  async delete(id, props) {
    await doing("delete", props, () => {
      store((things) => {
        delete things[id];
      });
      log({ method: "delete", id, props: plain(props) });
    });
  },
};
