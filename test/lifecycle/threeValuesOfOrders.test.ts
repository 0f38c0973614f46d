/**
 * Facts with three values that decide an order, through its life: quote, purchase, state, renewal, preview. That a name which the
 * registrar never called premium is renewed at the TLD's list price is a promise: docs/background/safety.md, "Orders".
 */
import { type OrderKind, type OrderName, orderNames, withOrders, yearsLater } from "../support/orders.ts";
import { type Declared, HandlerStack, one, type Program, withStory } from "../support/story.ts";
import { type Forms, failure, flagForms, formsOf, part, type Seen, threeValues } from "../support/threeValues.ts";

const { registrar, said, shows } = withStory();
const { orders, charges } = withOrders(registrar);

const domain = "fresh.com";
const year = { unit_price: 10.99, registration_length: 1, total: 13.4, is_premium: false };
const inYears = (years: number) => yearsLater(years).slice(0, 10);
const buy = (rest: object = {}): Program => ({
  it: { handler: "domainRegistration", args: { domain, maxPrice: 20, ...rest } },
});
const consent = { acceptPremium: true };
const renewing = { renewUntil: inYears(3), maxRenewalPrice: 50 };

/** The registrar quotes the domain for a year. */
const quoted = (price: object, rest: object = {}) =>
  shows("domains.check", {
    data: { availability: 1, status: "available", domain_price: { ...year, ...price }, ...rest },
  });
const outputs = (stack: HandlerStack) => stack.state.get("it")?.outputs ?? {};
const premium = (stack: HandlerStack) => "premium" in outputs(stack) && `premium ${outputs(stack)["premium"]}`;
const words =
  /(?:is|may be|is or may be|is of) a premium name|reports "(?:available, [^"]*|no status)"|reports that it is available|does not report whether/;

async function preview(program: Program, stack = new HandlerStack()): Promise<Seen> {
  said();
  const { errors } = await stack.preview(program);
  const text = said();
  return [
    failure(errors["it"], words),
    ...(text.match(/would be \w+|(?<=, )at [\d.]+(?= of)|in the account already/g) ?? []),
  ];
}

/** An `up` that asks no preview. */
async function up(program: Program, stack = new HandlerStack()): Promise<Seen> {
  const before = charges().length;
  const { errors } = await stack.up(program, { skipPreview: true });
  return [failure(errors["it"], words), ...charges().slice(before)];
}

/** A stack that bought the domain after a quote, with consent. */
async function bought(quote: object, rest: object = {}): Promise<HandlerStack> {
  const fault = quoted(quote);
  const stack = new HandlerStack();
  const { errors } = await stack.up(buy({ ...consent, ...rest }), { skipPreview: true });
  expect(errors).toEqual({});
  fault.clear();
  return stack;
}

/** The forms of an argument: `undefined` leaves it out. */
const formsOfArgument = (name: string): Forms => ({
  yes: [{ [name]: true }],
  no: [{ [name]: false }],
  nothing: [{ [name]: undefined }],
});

const held = () =>
  one("domainRegistration", {
    renewUntil: yearsLater(1, registrar.sandbox.domain("example.com").expires),
    maxRenewalPrice: 50,
  });
const moving: Declared = {
  handler: "domainTransfer",
  args: { domain: "theirs.com", authCode: "epp-s3cret!", maxPrice: 20 },
};
/** The TLD's entry in the price list. */
const listed = (entry: object) =>
  shows("tlds.pricing", {
    pricing: { com: { renew: { total: 15.8, ...entry }, transfer: { total: 12.2, ...entry } } },
  });

threeValues(
  "premium, said by the quote",
  formsOf("is_premium", [true, 1, "true", "tier 1"], [false, 0, "0", "false"]),
  {
    "a preview of a purchase": async (is) => {
      quoted(is);
      return preview(buy());
    },
    "a preview of a purchase with consent": async (is) => {
      quoted(is);
      return preview(buy(consent));
    },
    "a preview of a purchase and a renewal": async (is) => {
      quoted(is);
      return preview(buy({ ...consent, ...renewing }));
    },
    "a purchase": async (is) => {
      quoted(is);
      return up(buy());
    },
    "a purchase with consent": async (is) => {
      quoted(is);
      const stack = new HandlerStack();
      return [...(await up(buy(consent), stack)), premium(stack)];
    },
    "a purchase with consent and a renewal": async (is) => {
      quoted(is);
      const stack = new HandlerStack();
      return [...(await up(buy({ ...consent, ...renewing }), stack)), premium(stack)];
    },
    "a purchase with consent and a renewal, of a name that the preview's quote doesn't call premium": async (is) => {
      const fault = quoted({ is_premium: false });
      const stack = new HandlerStack();
      const beforeWrites = () => {
        fault.clear();
        quoted(is);
      };
      const { errors } = await stack.up(buy({ ...consent, ...renewing }), { skipPreview: true, beforeWrites });
      return [failure(errors["it"], words), ...charges(), premium(stack)];
    },
    "a refresh of the state": async (is) => {
      const stack = await bought(is);
      expect((await stack.refresh()).errors).toEqual({});
      return [premium(stack)];
    },
    "a purchase without a response": async (is) => {
      registrar.sandbox.fault({ operation: "domains.register", times: 1, fault: "reset-after" });
      return [premium(await bought(is))];
    },
    "a purchase that the account shows late": async (is) => {
      registrar.sandbox.setProfile("late-registration");
      quoted(is);
      const stack = new HandlerStack();
      const seen = await up(buy(consent), stack);
      registrar.sandbox.clock.advance({ days: 6 });
      return [...seen, ...(await up(buy(consent), stack)), premium(stack)];
    },
    // Only the note on this machine is left.
    "a purchase whose run is killed, then a renewal by another run": async (is) => {
      registrar.sandbox.setProfile("late-registration");
      quoted(is);
      const seen = await up(buy(consent));
      registrar.sandbox.clock.advance({ days: 6 });
      const stack = new HandlerStack();
      return [...seen, ...(await up(buy({ ...consent, ...renewing }), stack)), premium(stack)];
    },
    // A preview can't read the state.
    "a preview of a later renewal": async (is) => preview(buy({ ...consent, ...renewing }), await bought(is)),
    "a later renewal": async (is) => up(buy({ ...consent, ...renewing }), await bought(is)),
    "a later renewal after a refresh": async (is) => {
      const stack = await bought(is);
      await stack.refresh();
      return up(buy({ ...consent, ...renewing }), stack);
    },
    "another purchase, after a premium name left": async (is) => {
      const stack = await bought({ is_premium: true });
      registrar.sandbox.removeDomain(domain);
      await stack.refresh();
      quoted(is);
      const again = buy({ ...consent, retryOrdersBefore: outputs(stack)["leftAccount"] });
      return [...(await up(again, stack)), premium(stack)];
    },
  },
);

threeValues("premium, said by the price list", formsOf("is_premium", [true, "tier 1"], [false]), {
  "a preview of a renewal": async (is) => {
    listed(is);
    return preview({ it: held() });
  },
  "a renewal": async (is) => {
    listed(is);
    return up({ it: held() });
  },
  "a preview of a transfer": async (is) => {
    listed(is);
    return preview({ it: moving });
  },
  "a transfer": async (is) => {
    listed(is);
    const stack = new HandlerStack();
    return [...(await up({ it: moving }, stack)), premium(stack)];
  },
});

threeValues("premium, said by the response to a purchase", flagForms("is_premium"), {
  "a purchase": async (is) => {
    shows("domains.register", { data: { price_breakdown: is } }, { done: true });
    const stack = await bought({});
    return [premium(stack), part(said(), /of a premium name, which no run renews/)];
  },
  "a purchase of a name that may be premium": async (is) => {
    shows("domains.register", { data: { price_breakdown: is } }, { done: true });
    const stack = await bought({ is_premium: null });
    return [premium(stack), part(said(), /of a premium name, which no run renews/)];
  },
  "a later renewal": async (is) => {
    shows("domains.register", { data: { price_breakdown: is } }, { done: true });
    return up(buy({ ...consent, ...renewing }), await bought({}));
  },
});

threeValues("acceptPremium, said by the program", formsOfArgument("acceptPremium"), {
  "a preview of a premium name": async (is) => {
    quoted({ is_premium: true });
    return preview(buy(is));
  },
  "a preview of a name that may be premium": async (is) => {
    quoted({ is_premium: null });
    return preview(buy(is));
  },
  "a purchase of a premium name": async (is) => {
    quoted({ is_premium: true });
    return up(buy(is));
  },
  "a purchase of a name that may be premium": async (is) => {
    quoted({ is_premium: null });
    return up(buy(is));
  },
  "a purchase of another name": async (is) => {
    quoted({});
    return up(buy(is));
  },
  // Consent to a premium name is none to its renewal.
  "a renewal of a premium name": async (is) => up(buy({ ...is, ...renewing }), await bought({ is_premium: true })),
});

const free = formsOf("status", ["available", " Available "], ["taken", "unavailable", "premium"], [""]);
const checked = (is: object) => shows("domains.check", { data: { availability: 1, domain_price: year, ...is } });
const registerable: Record<string, (is: object) => Promise<Seen>> = {
  "a preview of a purchase": async (is) => {
    checked(is);
    return preview(buy());
  },
  "a purchase": async (is) => {
    checked(is);
    return up(buy());
  },
};
threeValues("availability, said by its status", free, {
  ...registerable,
  "a preview of a transfer": async (is) => {
    checked(is);
    return preview({ it: moving });
  },
  "a transfer": async (is) => {
    checked(is);
    return up({ it: moving });
  },
});
threeValues("availability, said by its number beside the status", formsOf("availability", [1, "1", 2], [0, "0"]), {
  "a preview of a purchase": async (is) =>
    registerable["a preview of a purchase"]?.({ status: "available", ...is }) ?? [],
  "a purchase": async (is) => registerable["a purchase"]?.({ status: "available", ...is }) ?? [],
});

const active = formsOf("status", ["active", "Active", "ACTIVE"], ["ok", "expired", "inactive", "pending"]);
/** The account shows a domain with these details. */
const isOf = (name: string, is: object, rule: object = {}) =>
  shows(
    "domains.get",
    { data: { domain_name: name, expiry_date: registrar.sandbox.domain(name).expires, ...is } },
    rule,
  );
threeValues("an active domain, said by its status", active, {
  "a preview of a renewal": async (is) => {
    const it = held();
    isOf("example.com", is);
    return preview({ it });
  },
  "a renewal": async (is) => {
    const it = held();
    isOf("example.com", is, { times: 3 });
    return up({ it });
  },
});

const arrived: Forms = {
  yes: ["active", "ok", "clientTransferProhibited"].map((status) => ({ status })),
  no: ["pendingTransfer", "Transfer Initiated", "Transfer Failed"].map((status) => ({ status })),
  nothing: [{}, { status: null }],
};
threeValues("a transferred domain, said by its status", arrived, {
  "a refresh": async (is) => {
    const stack = new HandlerStack();
    await up({ it: moving }, stack);
    shows("domains.get", { data: { domain_name: "theirs.com", expiry_date: "2099-01-01", ...is } });
    expect((await stack.refresh()).errors).toEqual({});
    return [String(outputs(stack)["transferStatus"])];
  },
  "a refresh, beside the EPP status of a transfer": async (is) => {
    const stack = new HandlerStack();
    await up({ it: moving }, stack);
    const data = { domain_name: "theirs.com", whois_status: ["pendingTransfer"], ...is };
    shows("domains.get", { data });
    expect((await stack.refresh()).errors).toEqual({});
    return [String(outputs(stack)["transferStatus"])];
  },
});

const success: Forms = {
  yes: [{ success: true }],
  no: [false, 0, "0", "false"].map((value) => ({ success: value })),
  nothing: [{ success: undefined }, { success: null }, { success: "maybe" }],
};
/** The outcome of an order, and of a later run, which asks again. */
async function twice(name: OrderName, fault: (operation: OrderKind["operation"]) => unknown): Promise<Seen> {
  const { program, operation } = orders[name];
  fault(operation);
  const stack = new HandlerStack();
  const order = program();
  const first = await up(order, stack);
  const isNoted = "unverifiedOrder" in outputs(stack) && "unverified";
  registrar.sandbox.clearFaults();
  return [...first, isNoted, "then", ...(await up(order, stack))];
}
const data = { status: "queued" };
threeValues("success, said by the response to an order", success, {
  ...Object.fromEntries(
    orderNames.flatMap((name) => [
      [
        `a ${name} that is carried out`,
        (is: object) =>
          twice(name, (operation) =>
            registrar.sandbox.fault({ operation, times: 1, fault: { status: 200, body: { data, ...is }, done: true } }),
          ),
      ],
      [
        `a ${name} that isn't`,
        (is: object) =>
          twice(name, (operation) =>
            registrar.sandbox.fault({ operation, times: 1, fault: { status: 200, body: { data, ...is } } }),
          ),
      ],
      [
        `a ${name} with an error of the client`,
        (is: object) =>
          twice(name, (operation) =>
            registrar.sandbox.fault({ operation, times: 1, fault: { status: 400, body: { message: "no", ...is } } }),
          ),
      ],
    ]),
  ),
});
