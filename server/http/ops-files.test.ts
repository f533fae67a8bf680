import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parser } from "@prometheus-io/lezer-promql";
import { describe, expect } from "vitest";
import { parse } from "yaml";
import { metrics } from "../platform/metrics.ts";
import { aSubscription } from "../testing/a-subscription.ts";
import { it } from "../testing/it.ts";
import { aStage } from "../testing/stage.ts";
import { FOR_METRICS } from "../testing/world.ts";

const ROOT = join(import.meta.dirname, "..", "..");

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { runbook: string };
}

/** What /metrics has: names, histograms with their parts, and the labels of each. */
const exposed = new Map<string, Set<string>>();
const rules: Rule[] = [];
const queries: string[] = [];

it.beforeAll(async ({ world }) => {
  // Some things are only there once they have happened.
  await aSubscription(await aStage(world));
  const text = await (await fetch(`${world.baseUrl}/metrics`, FOR_METRICS)).text();
  for (const [, name = "", labels = ""] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const known = exposed.get(name) ?? new Set();
    for (const [, label = ""] of labels.matchAll(/(\w+)="/g)) known.add(label);
    exposed.set(name, known);
  }
  // Those that have not happened here are named by the registry, with their labels.
  for (const { name, type } of await metrics.getMetricsAsJSON()) {
    const { labelNames = [] } = metrics.getSingleMetric(name) as unknown as { labelNames?: string[] };
    const parts = String(type) === "histogram" ? ["_count", "_sum", "_bucket"] : [""];
    for (const part of parts) {
      const known = exposed.get(`${name}${part}`) ?? new Set();
      for (const label of [...labelNames, ...(part === "_bucket" ? ["le"] : [])]) known.add(label);
      exposed.set(`${name}${part}`, known);
    }
  }
  const alerts = parse(await readFile(join(ROOT, "ops", "alerts.yaml"), "utf8"));
  for (const group of alerts.groups) rules.push(...group.rules);
  const dashboard = JSON.parse(await readFile(join(ROOT, "ops", "grafana-dashboard.json"), "utf8"));
  for (const { targets = [] } of dashboard.panels)
    for (const { expr } of targets) queries.push(expr.replaceAll("$__rate_interval", "5m"));
});

/** Labels that Prometheus itself adds. */
const ITS_OWN = ["job", "instance", "__name__"];

/** What is wrong with a query: its syntax, a metric that we do not expose, a label that the metric has not. */
function wrongIn(query: string): string[] {
  const wrong: string[] = [];
  parser.parse(query).iterate({
    enter({ type, from, to, node }) {
      if (type.isError) wrong.push(`cannot be read at ${from}: ${query}`);
      if (type.name !== "VectorSelector") return;
      const identifier = node.getChild("Identifier");
      const name = identifier ? query.slice(identifier.from, identifier.to) : query.slice(from, to);
      const labels = exposed.get(name);
      if (name === "up") return;
      if (!labels) return void wrong.push(`${name} is not exposed`);
      node.cursor().iterate((inner) => {
        if (inner.type.name !== "LabelName") return;
        const label = query.slice(inner.from, inner.to);
        if (!labels.has(label) && !ITS_OWN.includes(label)) wrong.push(`${name} has no label ${label}`);
      });
    },
  });
  return wrong;
}

describe("what operators are given", () => {
  it("the dashboard asks for what is exposed", () => {
    expect(queries.length).toBeGreaterThan(20);
    expect(queries.flatMap(wrongIn)).toEqual([]);
  });

  it("the alerts watch what is exposed, and each tells where to read on", async () => {
    expect(rules.length).toBeGreaterThan(8);
    expect(rules.flatMap(({ expr }) => wrongIn(expr))).toEqual([]);
    const operations = await readFile(join(ROOT, "docs", "operations.md"), "utf8");
    const headings = [...operations.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading);
    for (const { alert, labels, annotations } of rules) {
      expect(["page", "ticket"]).toContain(labels.severity);
      expect(annotations.runbook).toBe(`docs/operations.md#${alert.toLowerCase()}`);
      expect(headings).toContain(alert);
    }
  });

  it("a query for what is not there would be found", () => {
    expect(wrongIn("rate(usher_nothing[5m])")).toEqual(["usher_nothing is not exposed"]);
    expect(wrongIn('usher_backlog{sort="mail"}')).toEqual(["usher_backlog has no label sort"]);
    expect(wrongIn("rate(usher_backlog[5m]").length).toBeGreaterThan(0);
  });

  it("every metric of ours is on the dashboard", async () => {
    const shown = queries.join("\n");
    const ours = (await metrics.getMetricsAsJSON())
      .map(({ name }) => name)
      .filter((name) => /^usher_/.test(name));
    expect(ours.filter((name) => !shown.includes(name))).toEqual([]);
  });
});
