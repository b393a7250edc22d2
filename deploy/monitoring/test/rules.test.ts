/** `promtool test rules`: each alert fires when it should, and only then. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { root } from '../src/layout.ts';
import { alerts, rulesFile } from '../src/rules/groups.ts';
import type { RuleGroup } from '../src/rules/rule.ts';
import { type AlertCase, alertCases } from './cases.ts';

const rulesPath = join(root, 'deploy/monitoring/rules/svc.yaml');
const { groups: committed }: { groups: RuleGroup[] } = parse(readFileSync(rulesPath, 'utf8'));

it('every alert has a case, and every case an alert', () => {
  const names = (all: readonly { alert: string }[]) => [...new Set(all.map(({ alert }) => alert))];
  expect(names(alertCases).toSorted()).toEqual(names(alerts()).toSorted());
});

/** Texts of annotations with the values of labels in them. */
const filled = (text: string, labels: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{\{ \$labels\.(\w+) \}\}/g, (_, label) => labels[label] ?? '');

const expected = ({ alert, labels }: AlertCase) =>
  labels.map((own) => {
    const rule = alerts().find(
      (each) =>
        each.alert === alert && (own.severity ?? each.labels.severity) === each.labels.severity,
    );
    const all = { ...rule?.labels, ...own };
    const { summary = '', runbook_url = '' } = rule?.annotations ?? {};
    return { exp_labels: all, exp_annotations: { summary: filled(summary, all), runbook_url } };
  });

const testOf = (given: AlertCase, series: AlertCase['fires'], isFiring: boolean) => ({
  interval: '1m',
  input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
  alert_rule_test: [
    { eval_time: given.at, alertname: given.alert, exp_alerts: isFiring ? expected(given) : [] },
  ],
});

type RuleTest = ReturnType<typeof testOf>;

const isIn = ({ rules }: RuleGroup, { alert_rule_test: [test] }: RuleTest): boolean =>
  rules.some((rule) => 'alert' in rule && rule.alert === test?.alertname);

describe.skipIf(!inject('hasPrometheus'))('promtool', () => {
  let dir: string;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'promtool-'));
  });
  afterAll(() => rm(dir, { recursive: true, force: true }));

  /** Each group alone: promtool evaluates all rules of a file at every step of every test. */
  const promtool = async (tests: readonly RuleTest[]) => {
    const files = committed.map(async (group) => {
      const own = tests.filter((test) => isIn(group, test));
      const [rules, file] = ['rules', 'tests'].map((kind) =>
        join(dir, `${kind}-${group.name}.yaml`),
      );
      await writeFile(rules ?? '', rulesFile([group]));
      await writeFile(file ?? '', stringify({ rule_files: [rules], tests: own }));
      return own.length > 0 ? [file ?? ''] : [];
    });
    const args = ['test', 'rules', ...(await Promise.all(files)).flat()];
    const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' });
    return { status, output: stdout + stderr };
  };

  it('fires each alert on its fault, and none on a healthy system', async () => {
    const tests = alertCases.flatMap((given) => [
      testOf(given, given.fires, true),
      testOf(given, given.quiet, false),
    ]);
    expect(await promtool(tests)).toMatchObject({ status: 0 });
    const [given] = alertCases;
    if (!given) throw new Error('there is no case');
    const wrong = await promtool([testOf(given, given.quiet, true)]);
    const output = expect.stringContaining(`alertname: ${given.alert}`);
    expect(wrong).toEqual({ status: 1, output });
  });
});
