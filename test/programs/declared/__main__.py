"""Declares what the file named in DECLARED lists, as index.js does for TypeScript."""

import functools
import importlib
import json
import operator
import os
import re

import pulumi
import pulumi_registrar as registrar

made = {}


def snake(key):
    return re.sub(r"(?<=[a-z])[A-Z]", lambda letter: "_" + letter.group().lower(), key)


def value(given):
    if isinstance(given, list):
        return [value(each) for each in given]
    if not isinstance(given, dict):
        return given
    if "output" in given:
        name, key, *inner = given["output"]
        return functools.reduce(operator.getitem, inner, getattr(made[name], snake(key)))
    if "secret" in given:
        return pulumi.Output.secret(given["secret"])
    if "entries" in given:
        return pulumi.Output.all(*map(pulumi.Output.from_input, value(given["entries"]))).apply(dict)
    return {key: value(inner) for key, inner in given.items()}


def options(dependsOn=(), aliases=(), **others):
    return pulumi.ResourceOptions(
        depends_on=[made[name] for name in dependsOn],
        aliases=[pulumi.Alias(**alias) for alias in aliases],
        import_=others.get("import"),
    )


with open(os.environ["DECLARED"]) as file:
    program = json.load(file)
for name, declared in program.items():
    args = {snake(key): value(given) for key, given in declared["args"].items()}
    component = declared["class"] == "Domain"
    package = importlib.import_module("pulumi_registrar_components") if component else registrar
    resource = getattr(package, declared["class"])
    made[name] = resource(name, **args, opts=options(**declared.get("options", {})))
    if component:
        pulumi.export(f"{name}_records", made[name].records)
        if declared["args"].get("registration"):
            pulumi.export(f"{name}_expires", made[name].registration.apply(lambda period: period.expires_at))
            pulumi.export(f"{name}_keys", made[name].dnssec.apply(lambda keys: keys.ds_records))
