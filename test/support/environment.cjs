// jest's environment for Node.js, with a global object that is a plain one. jest gives each test file a context whose globals are
// looked up through a proxy, each time that any code of the file says `Object`, `Buffer` or `Promise`.
const vm = require("node:vm");
const { TestEnvironment } = require("jest-environment-node");

module.exports = class PlainGlobals extends TestEnvironment {
  constructor(config, context) {
    const { createContext } = vm;
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(config, context);
    } finally {
      vm.createContext = createContext;
    }
  }
};
