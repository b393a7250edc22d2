/** Rules of Prometheus as data, and their durations, which a test may shorten. */

export interface RecordingRule {
  record: string;
  expr: string;
  labels?: Readonly<Record<string, string>>;
}

/** `page`: somebody must act now. `ticket`: within a working day. */
export type Severity = 'page' | 'ticket';

export interface AlertingRule {
  alert: string;
  expr: string;
  for?: string;
  labels: Readonly<Record<string, string>> & { severity: Severity };
  annotations: { summary: string; runbook_url: string };
}

export interface RuleGroup {
  name: string;
  rules: readonly (RecordingRule | AlertingRule)[];
}

export interface Durations {
  /** Of a range or a `for`, from seconds. */
  range(seconds: number): string;
  /** A threshold of a figure in seconds. */
  threshold(seconds: number): number;
}

export const durations: Durations = {
  range: (seconds) => {
    for (const [unit, length] of [
      ['d', 86_400],
      ['h', 3_600],
      ['m', 60],
    ] as const) {
      if (seconds % length === 0) return `${seconds / length}${unit}`;
    }
    return `${seconds}s`;
  },
  threshold: (seconds) => seconds,
};

/** The same rules in a fraction of the time. Ranges hold three scrapes of a second at least. */
export const shortened = (factor: number): Durations => ({
  range: (seconds) => `${Math.max(3, Math.ceil(seconds / factor))}s`,
  threshold: (seconds) => seconds / factor,
});

/** In the repository: there is no public address of these pages. */
export const runbookUrl = (alert: string): string => `docs/operations/runbooks/${alert}.md`;
