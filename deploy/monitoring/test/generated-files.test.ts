import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { kitMetrics } from '@svc/kit/metric-definitions';
import { staleFiles } from '@svc/text/generator';
import { expect, it } from 'vitest';
import { metricGroups } from '../src/catalogue.ts';
import { monitoring } from '../src/generator.ts';
import { layout, root } from '../src/layout.ts';
import { metricNames } from '../src/metric-names.ts';

const metrics = metricGroups.flatMap((group) => group.metrics);

it('what is committed is what the code describes, and a file that differs is named', () => {
  expect(staleFiles(monitoring, layout())).toEqual([]);
  const changed = new Map([...layout(), ['docs/operations/metrics.md', 'else'], ['x.json', '']]);
  expect(staleFiles(monitoring, changed)).toEqual(['docs/operations/metrics.md', 'x.json']);
});

const labelsMax = 3;
const boundless = /tenant|_id$|^id$|address|url|host|email|job$/;

it('metrics follow the naming convention, and none shares its name', () => {
  for (const { name, type, labels, help } of metrics) {
    const unit = type === 'counter' ? /^svc_[a-z_]+_total$/ : /^svc_[a-z_]+(?<!_total)$/;
    expect(name).toMatch(unit);
    if (type === 'histogram') expect(name).toMatch(/_seconds$/);
    expect(help, name).toMatch(/\.$/);
    expect(labels.length, name).toBeLessThanOrEqual(labelsMax);
    expect(labels.filter((label) => boundless.test(label))).toEqual([]);
  }
  expect(new Set(metrics.map(({ name }) => name)).size).toBe(metrics.length);
});

it('finds the metrics of an expression, and nothing else', () => {
  const expr = `sum by (le, service) (rate(svc_a_bucket{le="0.5",x!~"b"}[5m])) / on (job) group_left (y)
    max_over_time(svc_b[1h] offset 5m) > 3 * 0.5 unless svc_c`;
  expect(metricNames(expr)).toEqual(['svc_a_bucket', 'svc_b', 'svc_c']);
});

it('the alerts that the runbooks of the kit name exist there', () => {
  const page = readFileSync(join(root, 'packages/kit/README.md'), 'utf8');
  const known = new Set(Object.values(kitMetrics).map(({ name }) => name));
  const named = [...page.matchAll(/`(svc_\w+)/g)].map(([, name = '']) => name);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});
