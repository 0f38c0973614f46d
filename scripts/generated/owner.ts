/** Names of the packages for other languages. They derive from the repository in package.json. */
import { repository } from "../../package.json";

export const repositoryUrl = repository.url.replace(/^git\+/, "").replace(/\.git$/, "");
/** The account on GitHub. */
export const owner = new URL(repositoryUrl).pathname.split("/")[1] ?? "";

/** The module of the Go package, whose releases have the tag `sdk/go/vX.Y.Z`. */
export const goModule = `${repositoryUrl.replace(/^https:\/\//, "")}/sdk/go`;
/** The package that programs in Go import. */
export const goPackage = `${goModule}/registrar`;

/** Namespaces of an owner's packages in .NET and Java. */
export function namespacesOf(account: string): { dotnet: string; java: string } {
  const words = account.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return {
    dotnet: identifier(name),
    java: `io.github.${identifier(words.join("_").toLowerCase())}`,
  };
}

/** An identifier can't begin with a digit. */
const identifier = (name: string) => name.replace(/^(?=\d)/, "_");

export const namespaces = namespacesOf(owner);
