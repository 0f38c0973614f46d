/** What the lookups of the marketplace take and give. Plain interfaces: programs see them. */

/** A value that JSON can hold. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/** What to search for on the marketplace. */
export interface SearchMarketplaceArgs {
  /** In natural language: `short names for a coffee roaster`. */
  query: string;
  /** Filters, sent as JSON text. Their structure is not documented. */
  filters?: { [key: string]: JsonValue };
  /** Counts from 1. Default: 1. */
  page?: number;
  /** Results per page, 1 to 100. Default: 20. Specification, "Limits". */
  pageSize?: number;
}

/** What to search for on the marketplace, page after page. */
export interface SearchMarketplaceAllArgs {
  /** In natural language: `short names for a coffee roaster`. */
  query: string;
  /** Filters, sent as JSON text. Their structure is not documented. */
  filters?: { [key: string]: JsonValue };
  /** Results per call, 1 to 100. Default: 100. */
  pageSize?: number;
}

/** A name for sale. What the marketplace does not show is absent. Specification, "Marketplace search result". */
export interface MarketplaceName {
  id?: string;
  /** The domain name. */
  domain: string;
  tld?: string;
  /** URL of its logo. */
  imageUrl?: string;
  /** Meaning not documented. */
  structure?: number;
  emotion?: string;
  /** In major units; the currency is not named. */
  price?: number;
  sellingPrice?: number;
  discountPrice?: number;
  /** Such as `brandable`; values not documented. */
  typeOfName?: string;
  specialCollection?: string;
  /** Relevance. */
  score?: number;
  pricingType?: string;
  priceText?: string;
}

/** One page of a search. */
export interface MarketplacePage {
  /** As the marketplace understood it. */
  query: string;
  /** Counts from 1. */
  page: number;
  pageSize: number;
  /** Names found; absent if not told. */
  total?: number;
  /** Absent if not told. */
  totalPages?: number;
  /** Milliseconds. */
  processingTimeMs?: number;
  names: MarketplaceName[];
}

/** A domain to appraise. */
export interface AppraiseDomainArgs {
  /** Fully qualified domain name; it need not be in the account. */
  domain: string;
}

/** The appraisal quota of the user. Specification, "Appraisal result". */
export interface AppraisalUsage {
  usedToday?: number;
  dailyLimit?: number;
  /** Appraisals ever. */
  cumulativeCount?: number;
  userLevel?: string;
}

/** An estimate of a domain's market value. What the marketplace does not show is absent. Specification, "Appraisal result". */
export interface Appraisal {
  /** The name that was appraised, in A-labels. */
  domain: string;
  /** Estimated market value, in major units; the currency is not named. */
  value: number;
  /** The score as a number; absent if the marketplace shows none. */
  domainScore?: number;
  /** The score as the marketplace writes it, such as `7.40`. */
  domainScoreText?: string;
  positiveSignals: string[];
  negativeSignals: string[];
  rootWords: string[];
  /** Number of TLDs in which the name is registered. */
  tldTakenCount?: number;
  /** Number of trademark conflicts. */
  trademarkConflicts?: number;
  /** When the name was registered, as the marketplace writes it: `YYYY-MM-DD HH:MM:SS`. */
  registeredAt?: string;
  /** What the marketplace has to say. */
  message?: string;
  /** Whether it is for sale on the marketplace. */
  isListed?: boolean;
  /** Price to buy it at once, in major units. */
  buyNowPrice?: number;
  /** The quota after this appraisal. */
  usage?: AppraisalUsage;
  bonusCreditsRemaining?: number;
}
