/** A refused appraisal counts as a spent quota only if the response says so. */
import { createClient } from "../../provider/api/index.ts";
import { type Reply, withServer } from "./server.ts";

const server = withServer();

const says = (status: number, message: string): Reply => ({ status, json: { message } });

const cases: [string, Reply, string][] = [
  ["an answer that speaks of a quota", says(200, "Your quota is used up."), "QUOTA_SPENT"],
  ["one that speaks of the daily limit", says(403, "Daily limit reached."), "QUOTA_SPENT"],
  ["one that speaks of credits", says(402, "No credits left."), "QUOTA_SPENT"],
  ["a wrong key before anything is known", says(200, "Invalid API key."), "REFUSED"],
  ["a wrong key by its status", says(403, "Invalid credentials."), "FORBIDDEN"],
  ["the rate limit", says(429, "Rate limit exceeded."), "RATE_LIMITED"],
  ["the rate limit without a word", { status: 429 }, "RATE_LIMITED"],
  ["a limit of another kind", says(200, "The name is over the limit of 63 characters."), "REFUSED"],
];

it.each(cases)("%s", async (_title, refusal, code) => {
  const api = createClient({
    baseUrl: server.baseUrl,
    marketplaceUserId: "4242",
    appraisalToken: "appraisal-key",
    timeouts: { budgetMs: 500 },
  });
  const appraise = () => api.marketplace.appraise({ query: { domain_name: "a.com" } });
  server.respond = () => refusal;
  const error = await appraise().catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: `ERR_REGISTRAR_${code}` });
  if (code !== "QUOTA_SPENT" && code !== "RATE_LIMITED") expect(String(error)).toContain("REGISTRAR_APPRAISAL_TOKEN");
});

it("an appraisal without a value and without a message is refused, and quotes nothing", async () => {
  const api = createClient({ baseUrl: server.baseUrl, marketplaceUserId: "4242", appraisalToken: "appraisal-key" });
  server.respond = () => ({ status: 200, json: { domain_name: "a.com" } });
  const error = await api.marketplace.appraise({ query: { domain_name: "a.com" } }).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: "ERR_REGISTRAR_REFUSED", what: "the appraisal contains no value" });
});
