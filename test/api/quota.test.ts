/** A refused appraisal counts as a spent quota only where the answer says so, or nothing is left of it. */
import { createClient } from "../../provider/api/index.ts";
import { type Reply, withServer } from "./server.ts";

const server = withServer();

const usage = (used: number, limit: number, bonus?: number): Reply => ({
  json: {
    service_appraisal: 100,
    usage: { used_today: used, daily_limit: limit },
    ...(bonus !== undefined && { bonus_credits_remaining: bonus }),
  },
});
const says = (status: number, message: string): Reply => ({ status, json: { message } });

const cases: [string, Reply | undefined, Reply, string][] = [
  ["an answer that speaks of a quota", undefined, says(200, "Your quota is used up."), "QUOTA_SPENT"],
  ["one that speaks of the daily limit", undefined, says(403, "Daily limit reached."), "QUOTA_SPENT"],
  ["one that speaks of credits", undefined, says(402, "No credits left."), "QUOTA_SPENT"],
  ["any refusal at the limit without bonus credits", usage(3, 3, 0), says(403, "Sorry."), "QUOTA_SPENT"],
  ["any refusal at the limit where bonus credits are not told", usage(3, 3), says(200, "Sorry."), "QUOTA_SPENT"],
  ["a refusal at the limit with bonus credits left", usage(3, 3, 2), says(403, "Sorry."), "FORBIDDEN"],
  ["a refusal below the limit", usage(2, 3, 0), says(403, "Sorry."), "FORBIDDEN"],
  ["a wrong key before anything is known", undefined, says(200, "Invalid API key."), "REFUSED"],
  ["a wrong key by its status", undefined, says(403, "Invalid credentials."), "FORBIDDEN"],
  ["the rate limit", undefined, says(429, "Rate limit exceeded."), "RATE_LIMITED"],
  ["the rate limit without a word", undefined, { status: 429 }, "RATE_LIMITED"],
  ["a limit of another kind", undefined, says(200, "The name is over the limit of 63 characters."), "REFUSED"],
];

it.each(cases)("%s", async (_title, before, refusal, code) => {
  const api = createClient({
    baseUrl: server.baseUrl,
    marketplaceUserId: "4242",
    appraisalToken: "appraisal-key",
    timeouts: { budgetMs: 500 },
  });
  const appraise = () => api.marketplace.appraise({ query: { domain_name: "a.com" } });
  if (before !== undefined) {
    server.respond = () => before;
    await appraise();
  }
  server.respond = () => refusal;
  const error = await appraise().catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: `ERR_REGISTRAR_${code}` });
  if (code !== "QUOTA_SPENT" && code !== "RATE_LIMITED") expect(String(error)).toContain("REGISTRAR_APPRAISAL_TOKEN");
});
