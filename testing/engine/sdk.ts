import { createRequire } from "node:module";
import * as path from "node:path";
import { SdkError } from "./errors.ts";
import { messageOf } from "./message.ts";
import { isProps, type Props, type Value } from "./values.ts";

/**
 * The program's own copy of `@pulumi/pulumi`: its protocol stubs, its gRPC and its protobuf. They must come from one
 * copy, since serialisers check with `instanceof`. The stubs carry no usable types; what is used of them is described here.
 */

/** A protobuf message: getters and setters by field name. */
export interface Message {
  serializeBinary(): Uint8Array;
}
type MessageClass = new () => Message;

export interface Struct extends Message {
  toJavaScript(): Props;
}

export interface GrpcError {
  code: number;
  message: string;
  details?: string;
  metadata?: { get(key: string): (string | Buffer)[] };
}

export type Respond = (error: { code: number; message: string } | null, response?: Message) => void;
export type Handler = (call: { request: Message }, respond: Respond) => void;

interface GrpcServer {
  addService(definition: unknown, handlers: Record<string, Handler>): void;
  bindAsync(address: string, credentials: unknown, done: (error: Error | null, port: number) => void): void;
  forceShutdown(): void;
}

export interface GrpcClient {
  makeUnaryRequest(
    path: string,
    serialize: (message: Message) => Buffer,
    deserialize: (bytes: Buffer) => Message,
    message: Message,
    done: (error: GrpcError | null, response?: Message) => void,
  ): unknown;
  waitForReady(deadline: Date, done: (error?: Error) => void): void;
  close(): void;
}

interface UnaryMethod {
  path: string;
  requestSerialize: (message: Message) => Buffer;
  responseDeserialize: (bytes: Buffer) => Message;
}

interface Grpc {
  Server: new (options: Record<string, number>) => GrpcServer;
  ServerCredentials: { createInsecure(): unknown };
  Client: new (address: string, credentials: unknown, options: Record<string, number>) => GrpcClient;
  credentials: { createInsecure(): unknown };
}

interface ProtoModule {
  [name: string]: MessageClass & { deserializeBinary(bytes: Uint8Array): Message } & Record<string, MessageClass>;
}

interface JsYaml {
  load(text: string): unknown;
}

export interface Sdk {
  /** Folder of the package. */
  dir: string;
  version: string;
  grpc: Grpc;
  resource: ProtoModule;
  engine: ProtoModule;
  provider: ProtoModule;
  status: ProtoModule;
  emptyMessage: MessageClass;
  structOf(props: Props): Struct;
  monitorService: unknown;
  engineService: unknown;
  providerMethods: Record<string, UnaryMethod>;
  /** Features of the monitor, by the name the enumeration has without its prefix. Empty in older SDKs. */
  monitorFeatures: Record<string, number>;
  yaml: JsYaml;
}

/** As the SDK itself sets it. */
export const GRPC_OPTIONS = {
  "grpc.max_receive_message_length": 400 * 1024 * 1024,
  "grpc.max_send_message_length": 400 * 1024 * 1024,
  "grpc.server_max_unrequested_time_in_server": 1800,
};

const loaded = new Map<string, Sdk>();

/**
 * Loads the SDK a program in `programDir` would load.
 *
 * @throws SdkError if there is none
 */
export function loadSdk(programDir: string): Sdk {
  const require = createRequire(path.join(programDir, "package.json"));
  let packageFile: string;
  try {
    packageFile = require.resolve("@pulumi/pulumi/package.json");
  } catch (error) {
    throw new SdkError(
      `@pulumi/pulumi is not installed for ${programDir}; run npm install there (${messageOf(error)})`,
    );
  }
  const known = loaded.get(packageFile);
  if (known) return known;
  const sdk = readSdk(packageFile);
  loaded.set(packageFile, sdk);
  return sdk;
}

/** The one place where modules without types are given theirs. */
function readSdk(packageFile: string): Sdk {
  const require = createRequire(packageFile);
  const { version }: { version: string } = require(packageFile);
  const resource: ProtoModule & { ResourceMonitorFeature?: Record<string, number> } = require("./proto/resource_pb");
  const { ResourceMonitorService }: Record<string, unknown> = require("./proto/resource_grpc_pb");
  const { EngineService }: Record<string, unknown> = require("./proto/engine_grpc_pb");
  const providerGrpc: { ResourceProviderService: Record<string, UnaryMethod> } = require("./proto/provider_grpc_pb");
  const structs: {
    Struct: { fromJavaScript(props: Props): Struct };
  } = require("google-protobuf/google/protobuf/struct_pb");
  const { Empty }: { Empty: MessageClass } = require("google-protobuf/google/protobuf/empty_pb");
  const features = Object.entries(resource.ResourceMonitorFeature ?? {});
  return {
    dir: path.dirname(packageFile),
    version,
    grpc: require("@grpc/grpc-js"),
    resource,
    engine: require("./proto/engine_pb"),
    provider: require("./proto/provider_pb"),
    status: require("./proto/status_pb"),
    emptyMessage: Empty,
    structOf: (props) => structs.Struct.fromJavaScript(props),
    monitorService: ResourceMonitorService,
    engineService: EngineService,
    providerMethods: providerGrpc.ResourceProviderService,
    monitorFeatures: Object.fromEntries(
      features.map(([name, number]) => [name.replace("RESOURCE_MONITOR_FEATURE_", ""), number]),
    ),
    yaml: require("js-yaml"),
  };
}

function methodOf(message: Message, name: string): ((...values: unknown[]) => unknown) | undefined {
  const method: unknown = Reflect.get(message, name);
  return typeof method === "function" ? (...values) => method.apply(message, values) : undefined;
}

/** Sets fields, named as the stubs name them (`oldInputs`, `deletebeforereplace`, `replacesList`). Older SDKs lack some: left out. */
export function fill<M extends Message>(message: M, fields: Record<string, unknown>): M {
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) methodOf(message, `set${capital(name)}`)?.(value);
  }
  return message;
}

/** A field's value; undefined if this SDK's message has no such field. */
function field(message: Message, name: string): unknown {
  return methodOf(message, `get${capital(name)}`)?.();
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

export function textField(message: Message, name: string): string {
  const value = field(message, name);
  return typeof value === "string" ? value : "";
}

export function flagField(message: Message, name: string): boolean {
  return field(message, name) === true;
}

/** Undefined when the field is not set (`optional bool`). */
export function optionalFlagField(message: Message, name: string): boolean | undefined {
  return methodOf(message, `has${capital(name)}`)?.() === true ? flagField(message, name) : undefined;
}

export function numberField(message: Message, name: string): number {
  const value = field(message, name);
  return typeof value === "number" ? value : 0;
}

export function textsField(message: Message, name: string): string[] {
  const value = field(message, `${name}List`);
  return Array.isArray(value) ? value.map(String) : [];
}

export function messagesField(message: Message, name: string): Message[] {
  const value = field(message, `${name}List`);
  return Array.isArray(value) ? value.filter(isMessage) : [];
}

export function messageField(message: Message, name: string): Message | undefined {
  const value = field(message, name);
  return isMessage(value) ? value : undefined;
}

export function bytesField(message: Message, name: string): Uint8Array {
  const value = methodOf(message, `get${capital(name)}_asU8`)?.();
  return ArrayBuffer.isView(value)
    ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    : new Uint8Array();
}

/** Entries of a map field. */
export function mapField(message: Message, name: string): [string, unknown][] {
  const value = field(message, `${name}Map`);
  const entries: [string, unknown][] = [];
  if (isMapLike(value)) value.forEach((entry, key) => void entries.push([key, entry]));
  return entries;
}

/** A property bag; undefined when the field is not set. */
export function propsField(message: Message, name: string): Props | undefined {
  const value = field(message, name);
  if (!isMessage(value)) return undefined;
  const props: unknown = methodOf(value, "toJavaScript")?.();
  return isValue(props) && isProps(props) ? props : undefined;
}

export function isMessage(value: unknown): value is Message {
  return typeof value === "object" && value !== null && "serializeBinary" in value;
}

function isMapLike(value: unknown): value is { forEach(visit: (entry: unknown, key: string) => void): void } {
  return typeof value === "object" && value !== null && "forEach" in value && typeof value.forEach === "function";
}

/** What a protobuf struct turns into is always JSON. */
function isValue(value: unknown): value is Value {
  return value !== undefined && typeof value !== "function";
}
