/** All rules, in the groups in which Prometheus evaluates them. */
import { stringify } from 'yaml';
import { burnRateAlerts, errorRatios } from './burn-rate.ts';
import { causeAlerts } from './causes.ts';
import { objectives } from './objectives.ts';
import { type AlertingRule, type Durations, durations, type RuleGroup } from './rule.ts';

export const ruleGroups = (lengths: Durations = durations): RuleGroup[] => [
  ...objectives.map((objective) => ({
    name: `svc-slo-${objective.name}`,
    rules: [...errorRatios(objective, lengths), ...burnRateAlerts(objective)],
  })),
  { name: 'svc-causes', rules: causeAlerts(lengths) },
];

export const alerts = (): AlertingRule[] =>
  ruleGroups().flatMap(({ rules }) => rules.filter((rule) => 'alert' in rule));

export const rulesFile = (groups: readonly RuleGroup[]): string =>
  stringify({ groups }, { lineWidth: 0, aliasDuplicateObjects: false });
