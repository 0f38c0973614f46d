/**
 * Types by which the compiler checks a word that a program writes, such as a record type, and accepts a `string` that the program
 * only reads, such as from its configuration. The provider checks that one in the preview. `T` is the type of the word.
 */
import type { Input } from "@pulumi/pulumi";

/** One of the known words if the program writes it; a `string` may hold any. */
type Word<T, Known> = string extends T ? T : T extends Known ? T : Known;

/** Arguments whose word `K` may be a `string`. */
export type ArgsWithWord<Args, K extends keyof Args, Known, T> = Pick<Args, Exclude<keyof Args, K>> & {
  [N in keyof Pick<Args, K>]: Args[N] | Input<Word<T, Known>>;
};

type KeysOf<U> = U extends unknown ? keyof U : never;

/** A union whose members exclude the properties of the other members. So `Omit` keeps all properties. */
export type Apart<U, K extends PropertyKey = KeysOf<U>> = U extends unknown
  ? U & { readonly [N in Exclude<K, keyof U>]?: undefined }
  : never;

type IsOne<T, All = T> = T extends unknown ? ([All] extends [T] ? true : false) : never;

/** The arguments of a record of type `T`. If that is a `string` or one of several types, the data of each type may be there. */
export type ArgsOfType<Args extends { type: string }, T> = ([T] extends [Args["type"]]
  ? IsOne<T> extends true
    ? Extract<Args, { type: T }>
    : Omit<Args, "type">
  : Omit<Args, "type">) & { type: Word<T, Args["type"]> };

/** The type of a record, and an output that only the record types `Kinds` have. */
export type TypeOutput<T, Known> = T extends Known ? T : Known;
export type OutputOfType<T, Kinds, Known, V> = T extends Kinds ? V : T extends Known ? undefined : V | undefined;
