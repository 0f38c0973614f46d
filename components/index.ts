/** `Domain` for languages other than TypeScript. */
import * as pulumi from "@pulumi/pulumi";
import * as registrar from "pulumi-registrar/plugin";

export interface DomainForward {
  source?: pulumi.Input<string>;
  destination: pulumi.Input<string>;
  type?: pulumi.Input<string>;
  adopt?: pulumi.Input<boolean>;
  skipChecks?: pulumi.Input<pulumi.Input<string>[]>;
}

export interface DomainOrder {
  years?: pulumi.Input<number>;
  maxPrice?: pulumi.Input<number>;
  acceptPremium?: pulumi.Input<boolean>;
  renewUntil?: pulumi.Input<string>;
  maxRenewalPrice?: pulumi.Input<number>;
  retryOrdersBefore?: pulumi.Input<string>;
}

export interface DomainPeople extends registrar.TransferContacts {
  approvalDays?: pulumi.Input<number>;
}

export interface DomainChoices {
  autoRenew?: pulumi.Input<boolean>;
  privacy?: pulumi.Input<boolean>;
}

export interface DomainArgs extends registrar.DomainParts {
  registration?: DomainOrder;
  records?: pulumi.Input<{ [key: string]: pulumi.Input<pulumi.Input<string>[]> }>;
  ttls?: pulumi.Input<{ [key: string]: pulumi.Input<number> }>;
  forwards?: { [key: string]: DomainForward };
  settings?: DomainChoices;
  contacts?: DomainPeople;
}

export interface DomainName {
  fqdn: string;
}

export interface DomainPeriod {
  expiresAt?: string | undefined;
}

export interface DomainDsRecord {
  keyTag: number;
  algorithm: number;
  digestType: number;
  digest: string;
}

export interface DomainKeys {
  dsRecords: DomainDsRecord[];
}

/** Everything that a domain has, in the right order: the lock comes last, and is deleted first. */
export class Domain extends pulumi.ComponentResource {
  /** Full names of the records by their keys. */
  readonly records: pulumi.Output<{ [key: string]: DomainName }>;
  readonly registration: pulumi.Output<DomainPeriod | undefined>;
  readonly dnssec: pulumi.Output<DomainKeys | undefined>;

  constructor(name: string, args: DomainArgs, options?: pulumi.ComponentResourceOptions) {
    super(registrar.domainComponent.type, name, {}, options);
    const { declare, outputsOf } = registrar.domainComponent;
    const outputs = outputsOf(declare(registrar, this, name, args));
    this.records = pulumi.output(outputs.records);
    this.registration = pulumi.output(outputs.registration);
    this.dnssec = pulumi.output(outputs.dnssec);
    this.registerOutputs(outputs);
  }
}
