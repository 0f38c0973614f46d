/** What this package uses of tr46 (UTS 46 processing of internationalised domain names), which ships no types of its own. */
interface Tr46Options {
  checkBidi: boolean;
  checkHyphens: boolean;
  checkJoiners: boolean;
  useSTD3ASCIIRules: boolean;
  verifyDNSLength: boolean;
  transitionalProcessing: boolean;
}
interface Tr46 {
  toASCII(name: string, options: Tr46Options): string | null;
  toUnicode(name: string, options: Omit<Tr46Options, "verifyDNSLength">): { domain: string; error: boolean };
}

const rules: Tr46Options = {
  checkBidi: true,
  checkHyphens: true,
  checkJoiners: true,
  useSTD3ASCIIRules: true,
  verifyDNSLength: true,
  transitionalProcessing: false,
};

/** The mapping table is large and few names need it: it is loaded at the first internationalised label. */
function tr46(): Tr46 {
  return require("tr46");
}

/** A program says the same few labels again and again, and looking one up in the table is slow. */
const known = new Map<string, string | undefined>();
const maxKnown = 1000;

/** The A-label of one internationalised label (RFC 5890; UTS 46, non-transitional), or `undefined` if it has none. */
export function labelToASCII(label: string): string | undefined {
  if (known.has(label)) return known.get(label);
  const ascii = tr46().toASCII(label, rules);
  const found = ascii === null || ascii.includes(".") ? undefined : ascii;
  if (known.size >= maxKnown) known.clear();
  known.set(label, found);
  return found;
}

/** The U-label of one A-label; a label that is no A-label comes back unchanged. */
export function labelToUnicode(label: string): string {
  if (!/^xn--/i.test(label)) return label;
  const { domain, error } = tr46().toUnicode(label, rules);
  return error ? label : domain;
}
