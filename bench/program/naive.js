// A dynamic provider as the documentation of dynamic providers teaches it: a closure that Pulumi serialises, an HTTP
// library imported inside its functions, one call for everything, nothing shared.
const pulumi = require("@pulumi/pulumi");

const provider = {
  async create(inputs) {
    const { got } = await import("got");
    const { __provider, domain, ...json } = inputs;
    const answer = await got.post(`${process.env.REGISTRAR_BASE_URL}/registrar/v1/domains/${domain}/records`, {
      headers: { authorization: `Bearer ${process.env.REGISTRAR_API_TOKEN}` },
      json,
    });
    return { id: String(JSON.parse(answer.body).data.id), outs: inputs };
  },
  async diff(_id, olds, news) {
    const keys = ["name", "type", "content", "ttl"];
    return { changes: keys.some((key) => olds[key] !== news[key]) };
  },
  async read(id, props) {
    const { got } = await import("got");
    const headers = { authorization: `Bearer ${process.env.REGISTRAR_API_TOKEN}` };
    for (let page = 1; ; page += 1) {
      const answer = await got(`${process.env.REGISTRAR_BASE_URL}/registrar/v1/domains/${props.domain}/records`, {
        headers,
        searchParams: { page, page_size: 100 },
      });
      const { data } = JSON.parse(answer.body);
      const row = data.find((candidate) => String(candidate.id) === id);
      if (row !== undefined) return { id, props: { ...props, content: row.content, ttl: row.ttl } };
      if (data.length === 0) throw new Error(`${props.name} is not there`);
    }
  },
  async update(id, _olds, news) {
    const { got } = await import("got");
    const { __provider, domain, ...json } = news;
    await got.put(`${process.env.REGISTRAR_BASE_URL}/registrar/v1/domains/${domain}/records/${id}`, {
      headers: { authorization: `Bearer ${process.env.REGISTRAR_API_TOKEN}` },
      json,
    });
    return { outs: news };
  },
  async delete(id, props) {
    const { got } = await import("got");
    await got.delete(`${process.env.REGISTRAR_BASE_URL}/registrar/v1/domains/${props.domain}/records/${id}`, {
      headers: { authorization: `Bearer ${process.env.REGISTRAR_API_TOKEN}` },
    });
  },
};

class NaiveRecord extends pulumi.dynamic.Resource {
  constructor(name, args, options) {
    super(provider, name, args, options);
  }
}

module.exports = { NaiveRecord };
