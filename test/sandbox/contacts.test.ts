/** Contacts, and changes that wait for the owner's approval. */
import { closeAll, com, withSandbox } from "./raw.ts";

afterEach(closeAll);

const grace = {
  first_name: "Grace",
  last_name: "Example",
  email: "grace@example.org",
  phone: "+44.2071234567",
  address: "2 Example Road",
  city: "London",
  zip: "N1 1AA",
  country: "GB",
};

it("creates a contact, and gets it by its handle", async () => {
  const { sandbox, api } = await withSandbox();
  const { body } = await api.post("/registrar/v1/contacts", grace);
  const handle = sandbox.contacts()[1]?.handle;
  expect(handle).toMatch(/^ATOM-\d+$/);
  const shown = { handle, name: "Grace Example", address: ["2 Example Road"], verified: false };
  expect(body).toMatchObject({ success: true, message: expect.any(String), data: shown });
  expect((await api.get(`/registrar/v1/contacts/${handle}`)).body).toMatchObject({ success: true, data: shown });
  expect((await api.get("/registrar/v1/contacts/ATOM-9")).status).toBe(404);
});

it.each([
  ["no name", { ...grace, first_name: undefined }],
  ["no email", { ...grace, email: undefined }],
  ["an email without a host", { ...grace, email: "grace" }],
  ["a phone in another form", { ...grace, phone: "020 7123 4567" }],
  ["a country in lower case", { ...grace, country: "gb" }],
  ["a handle of its own", { ...grace, handle: "MINE" }],
])("refuses a contact with %s", async (_case, body) => {
  const { sandbox, api } = await withSandbox();
  expect((await api.post("/registrar/v1/contacts", body)).status).toBe(400);
  expect(sandbox.contacts()).toHaveLength(1);
});

it("updates only the fields that are named", async () => {
  const { sandbox, api } = await withSandbox();
  const [before] = sandbox.contacts();
  const reply = await api.put("/registrar/v1/contacts/ATOM-1001", { city: "Arlington", email: "ada@example.com" });
  expect(reply).toMatchObject({ status: 200, body: { success: true, data: { city: "Arlington" } } });
  expect(sandbox.contacts()).toEqual([{ ...before, city: "Arlington" }]);
});

describe("a changed e-mail address", () => {
  const change = { email: "new@example.com", city: "Arlington" };

  it("waits with the whole request until the owner approves", async () => {
    const { sandbox, api } = await withSandbox();
    const [before] = sandbox.contacts();
    const reply = await api.put("/registrar/v1/contacts/ATOM-1001", change);
    expect(reply).toMatchObject({ status: 202, body: { success: true } });
    expect(sandbox.contacts()).toEqual([before]);
    const [approval] = sandbox.dashboard.pendingApprovals();
    expect(approval).toMatchObject({ kind: "contact", handle: "ATOM-1001", changes: change });
    sandbox.dashboard.approve(approval?.id ?? 0);
    expect(sandbox.contacts()).toEqual([{ ...before, ...change }]);
    expect(sandbox.dashboard.pendingApprovals()).toEqual([]);
  });

  it("is dropped when the owner rejects it", async () => {
    const { sandbox, api } = await withSandbox();
    await api.put("/registrar/v1/contacts/ATOM-1001", change);
    sandbox.dashboard.reject(sandbox.dashboard.pendingApprovals()[0]?.id ?? 0);
    expect(sandbox.contacts()).toMatchObject([{ email: "ada@example.com", city: "Springfield" }]);
  });

  it("takes the place of an earlier one, and is withdrawn by the old address", async () => {
    const { sandbox, api } = await withSandbox();
    await api.put("/registrar/v1/contacts/ATOM-1001", change);
    await api.put("/registrar/v1/contacts/ATOM-1001", { email: "newer@example.com" });
    expect(sandbox.dashboard.pendingApprovals()).toMatchObject([{ changes: { email: "newer@example.com" } }]);
    await api.put("/registrar/v1/contacts/ATOM-1001", { city: "Reston" });
    expect(sandbox.dashboard.pendingApprovals()).toHaveLength(1);
    await api.put("/registrar/v1/contacts/ATOM-1001", { email: "ada@example.com" });
    expect(sandbox.dashboard.pendingApprovals()).toEqual([]);
    expect(sandbox.contacts()).toMatchObject([{ email: "ada@example.com", city: "Reston" }]);
  });
});

describe("the contacts of a domain", () => {
  it("change at once, except for another registrant, who needs the owner's approval", async () => {
    const { sandbox, api } = await withSandbox();
    await api.post("/registrar/v1/contacts", grace);
    const handle = sandbox.contacts()[1]?.handle ?? "";
    const tech = await api.put(`${com}/contacts`, { tech: handle });
    expect(tech.body).toEqual({
      success: true,
      message: expect.any(String),
      data: {
        domain_name: "example.com",
        registrant_handle: "ATOM-1001",
        admin_handle: "ATOM-1001",
        tech_handle: handle,
        billing_handle: "ATOM-1001",
      },
    });
    expect((await api.put(`${com}/contacts`, { registrant: handle, admin: handle })).status).toBe(202);
    expect(sandbox.domain("example.com").contacts).toMatchObject({ registrant: "ATOM-1001", admin: "ATOM-1001" });
    sandbox.dashboard.approve(sandbox.dashboard.pendingApprovals()[0]?.id ?? 0);
    expect(sandbox.domain("example.com").contacts).toMatchObject({ registrant: handle, admin: handle });
  });

  it.each([
    ["nobody", {}, "example.com"],
    ["an unknown handle", { admin: "ATOM-9" }, "example.com"],
    ["an unknown role", { owner: "ATOM-1001" }, "example.com"],
    ["a contact of a locked domain", { admin: "ATOM-1001" }, "example.net"],
  ])("refuse %s", async (_case, body, domain) => {
    const { api } = await withSandbox();
    expect((await api.put(`/registrar/v1/domains/${domain}/contacts`, body)).status).toBe(400);
  });
});
