/**
 * Multi-window, multi-burn-rate alerts (Google SRE workbook, chapter 5): the burn rate is how many
 * times faster than promised the error budget of 30 days is used. The short window ends the alert soon
 * after the fault; with fewer than five bad events in the long one it does not fire.
 */
import type { Objective } from './objectives.ts';
import {
  type AlertingRule,
  type Durations,
  type RecordingRule,
  runbookUrl,
  type Severity,
} from './rule.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

interface BurnRate {
  severity: Severity;
  factor: number;
  longSeconds: number;
  shortSeconds: number;
}

/** 2 % of the budget in an hour, 5 % in six: page. 10 % in a day, 10 % in three days: ticket. */
const burnRates: readonly BurnRate[] = [
  { severity: 'page', factor: 14.4, longSeconds: hour, shortSeconds: 5 * minute },
  { severity: 'page', factor: 6, longSeconds: 6 * hour, shortSeconds: 30 * minute },
  { severity: 'ticket', factor: 3, longSeconds: day, shortSeconds: 2 * hour },
  { severity: 'ticket', factor: 1, longSeconds: 3 * day, shortSeconds: 6 * hour },
];

/** At little traffic one slow event would be a share worth a page. */
const badEventsMin = 5;

const windows = [...new Set(burnRates.flatMap((each) => [each.longSeconds, each.shortSeconds]))];

/** By the length that it has in production, so that shortened windows stay apart. */
const lengthOf = (seconds: number): string =>
  seconds >= day
    ? `${seconds / day}d`
    : seconds >= hour
      ? `${seconds / hour}h`
      : `${seconds / minute}m`;
const ratioName = (seconds: number): string => `slo:error_ratio:rate${lengthOf(seconds)}`;
const countName = (seconds: number): string => `slo:bad_events:increase${lengthOf(seconds)}`;

export const errorRatios = (objective: Objective, { range }: Durations): RecordingRule[] => {
  const labels = { slo: objective.name };
  const ratios = windows.map((seconds) => ({
    record: ratioName(seconds),
    expr: errorRatio(objective, range(seconds)),
    labels,
  }));
  const counts = burnRates.map(({ longSeconds }) => ({
    record: countName(longSeconds),
    expr: badEvents(objective, range(longSeconds)),
    labels,
  }));
  return [...ratios, ...counts];
};

/** Share of bad events; without events there is none. Without a good one yet, all are bad. */
const errorRatio = ({ good, all }: Objective, range: string): string =>
  `1 - (sum(rate(${good}[${range}])) or 0 * sum(rate(${all}[${range}]))) / sum(rate(${all}[${range}]))`;

const badEvents = ({ good, all }: Objective, range: string): string =>
  `sum(increase(${all}[${range}])) - (sum(increase(${good}[${range}])) or 0 * sum(increase(${all}[${range}])))`;

/** One rule per severity: either of its burn rates, in both windows. */
export function burnRateAlerts({ name, alert, target, meaning }: Objective): AlertingRule[] {
  const budget = Number((1 - target).toFixed(6));
  const burns = ({ factor, longSeconds, shortSeconds }: BurnRate) =>
    [
      ...[longSeconds, shortSeconds].map(
        (seconds) => `${ratioName(seconds)}{slo="${name}"} > ${factor} * ${budget}`,
      ),
      `${countName(longSeconds)}{slo="${name}"} >= ${badEventsMin}`,
    ].join(' and ');
  return (['page', 'ticket'] as const).map((severity) => ({
    alert,
    expr: burnRates
      .filter((rate) => rate.severity === severity)
      .map((rate) => `(${burns(rate)})`)
      .join(' or '),
    labels: { severity, slo: name },
    annotations: {
      summary: `The error budget is used up too fast. Promised: ${meaning}`,
      runbook_url: runbookUrl(alert),
    },
  }));
}
