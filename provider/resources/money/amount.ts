/** Amounts of money as whole cents, read exactly from what came: no arithmetic with fractions. */

const decimal = /^(\d{1,9})(?:\.(\d{1,30}))?$/;

/**
 * Millionths of a decimal that is written plainly, as a number or as text, from 0 to 999,999,999; `undefined` for
 * anything else. Digits beyond the sixth are the noise of somebody else's floating point, and are rounded.
 */
export function millionthsOf(value: unknown): number | undefined {
  const text = typeof value === "number" ? String(value) : typeof value === "string" ? value.trim() : "";
  const [, whole, fraction = ""] = decimal.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const digits = Number(fraction.padEnd(7, "0").slice(0, 7));
  return Number(whole) * 1_000_000 + Math.floor((digits + 5) / 10);
}

/** How many millionths a cent is. */
const cent = 10_000;

export class Amount {
  static readonly none = new Amount(0);

  readonly cents: number;

  private constructor(cents: number) {
    this.cents = cents;
  }

  /** A price; what is less than a cent counts as one. `undefined` when it is no amount. */
  static read(value: unknown): Amount | undefined {
    const millionths = millionthsOf(value);
    return millionths === undefined ? undefined : new Amount(Math.ceil(millionths / cent));
  }

  /** The most that somebody consents to; what is less than a cent does not count. */
  static bound(value: unknown): Amount | undefined {
    const millionths = millionthsOf(value);
    return millionths === undefined ? undefined : new Amount(Math.floor(millionths / cent));
  }

  static cents(cents: number): Amount {
    return new Amount(cents);
  }

  plus(other: Amount): Amount {
    return new Amount(this.cents + other.cents);
  }

  /** Never below nothing. */
  minus(other: Amount): Amount {
    return new Amount(Math.max(0, this.cents - other.cents));
  }

  times(factor: number): Amount {
    return new Amount(this.cents * factor);
  }

  /** By a fraction; the rest of a cent upwards, or to the nearest one. */
  scaled(numerator: number, denominator: number, rounding: "up" | "nearest"): Amount {
    const below = BigInt(denominator);
    const rest = rounding === "up" ? below - 1n : below / 2n;
    return new Amount(Number((BigInt(this.cents) * BigInt(numerator) + rest) / below));
  }

  /** @param byMoreThan cents that are no difference yet */
  isAbove(other: Amount, byMoreThan = 0): boolean {
    return this.cents > other.cents + byMoreThan;
  }

  /** As a program and a state have it. */
  toNumber(): number {
    return Number(this.toString());
  }

  /** With two decimals. */
  toString(): string {
    return `${Math.floor(this.cents / 100)}.${String(this.cents % 100).padStart(2, "0")}`;
  }
}
