// Answers at once, with what it was given.
module.exports = {
  check: async (_olds, news) => ({ inputs: news }),
  diff: async (_id, olds, news) => ({ changes: olds.ttl !== news.ttl || olds.content !== news.content }),
  create: async (inputs) => ({ id: "idle", outs: inputs }),
  read: async (id, props) => ({ id, props }),
  update: async (_id, _olds, news) => ({ outs: news }),
  delete: async () => {},
};
