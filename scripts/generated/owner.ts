/** What the packages for other languages are called. It all follows from whose repository package.json names. */
import { repository } from "../../package.json";

export const repositoryUrl = repository.url.replace(/^git\+/, "").replace(/\.git$/, "");
/** Whose it is. */
export const owner = new URL(repositoryUrl).pathname.split("/")[1] ?? "";

/** The module of the Go package, whose releases have the tag `sdk/go/vX.Y.Z`. */
export const goModule = `${repositoryUrl.replace(/^https:\/\//, "")}/sdk/go`;
/** What programs in Go import. */
export const goPackage = `${goModule}/registrar`;

/** Where the packages of an owner are in .NET, and in Java. */
export function namespacesOf(account: string): { dotnet: string; java: string } {
  const words = account.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return {
    dotnet: identifier(name),
    java: `io.github.${identifier(words.join("_").toLowerCase())}`,
  };
}

/** No name begins with a digit there. */
const identifier = (name: string) => name.replace(/^(?=\d)/, "_");

export const namespaces = namespacesOf(owner);
