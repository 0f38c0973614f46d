/**
 * The program's own copy of `@pulumi/pulumi`: its protocol stubs, its gRPC and its protobuf. They must come from one
 * copy, since serialisers check with `instanceof`.
 */

import { createRequire } from "node:module";
import * as path from "node:path";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import { ProjectError } from "../shared/errors.ts";
import { isProps, messageOf, type Props, type Value } from "./values.ts";

export type Sdk = ReturnType<typeof loadSdk>;

/** As the SDK itself sets it. */
export const GRPC_OPTIONS = {
  "grpc.max_receive_message_length": 400 * 1024 * 1024,
  "grpc.max_send_message_length": 400 * 1024 * 1024,
  "grpc.server_max_unrequested_time_in_server": 1800,
};

/** The file that names the SDK that a program in `programDir` loads. @throws ProjectError if there is none */
function packageFileOf(programDir: string): string {
  try {
    return createRequire(path.join(programDir, "package.json")).resolve("@pulumi/pulumi/package.json");
  } catch (error) {
    throw new ProjectError(
      `@pulumi/pulumi is not installed for ${programDir}; run npm install there (${messageOf(error)})`,
    );
  }
}

/** Loads the SDK that a program in `programDir` loads, with types. @throws ProjectError if there is none */
export function loadSdk(programDir: string) {
  const packageFile = packageFileOf(programDir);
  const load = createRequire(packageFile);
  return {
    /** Folder of the package. */
    dir: path.dirname(packageFile),
    grpc: load("@grpc/grpc-js") as typeof import("@grpc/grpc-js"),
    resource: load("./proto/resource_pb") as typeof import("@pulumi/pulumi/proto/resource_pb.js"),
    engine: load("./proto/engine_pb") as typeof import("@pulumi/pulumi/proto/engine_pb.js"),
    provider: load("./proto/provider_pb") as typeof import("@pulumi/pulumi/proto/provider_pb.js"),
    status: load("./proto/status_pb") as typeof import("@pulumi/pulumi/proto/status_pb.js"),
    monitorServer: load("./proto/resource_grpc_pb") as typeof import("@pulumi/pulumi/proto/resource_grpc_pb.js"),
    engineServer: load("./proto/engine_grpc_pb") as typeof import("@pulumi/pulumi/proto/engine_grpc_pb.js"),
    providerServer: load("./proto/provider_grpc_pb") as typeof import("@pulumi/pulumi/proto/provider_grpc_pb.js"),
    ...(load(
      "google-protobuf/google/protobuf/empty_pb",
    ) as typeof import("google-protobuf/google/protobuf/empty_pb.js")),
    ...(load(
      "google-protobuf/google/protobuf/struct_pb",
    ) as typeof import("google-protobuf/google/protobuf/struct_pb.js")),
  };
}

/** The property bag of a message; undefined if the field isn't set. */
export function propsOf(struct: Struct | undefined): Props | undefined {
  const props: unknown = struct?.toJavaScript();
  return isJson(props) && isProps(props) ? props : undefined;
}

/** A protobuf struct always converts to JSON. */
function isJson(value: unknown): value is Value {
  return value !== undefined && typeof value !== "function";
}
