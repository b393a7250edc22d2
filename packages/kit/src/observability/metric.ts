/** Definition of a metric, from which the registry and docs/operations/metrics.md follow. */

/** Names by Prometheus' convention: `svc_`, the thing, the base unit; counters end in `_total`. */
interface MetricShape {
  name: string;
  help: string;
  /** Labels with bounded values only: no tenant, no id, no address. */
  labels: readonly string[];
}

export interface CounterDefinition extends MetricShape {
  type: 'counter';
}
export interface GaugeDefinition extends MetricShape {
  type: 'gauge';
}
export interface HistogramDefinition extends MetricShape {
  type: 'histogram';
  /** Upper bounds, seconds. */
  buckets: readonly number[];
}
export type MetricDefinition = CounterDefinition | GaugeDefinition | HistogramDefinition;

type Described = Omit<MetricShape, 'labels'> & { labels?: readonly string[] };

export const counter = (described: Described): CounterDefinition => ({
  type: 'counter',
  labels: [],
  ...described,
});
export const gauge = (described: Described): GaugeDefinition => ({
  type: 'gauge',
  labels: [],
  ...described,
});
export const histogram = (
  described: Described & { buckets: readonly number[] },
): HistogramDefinition => ({ type: 'histogram', labels: [], ...described });

export interface Sample {
  metric: GaugeDefinition;
  value: number;
  labels?: Readonly<Record<string, string>>;
}

/** Time since a moment, by the service's clock, seconds; 0 without one. */
export const ageSeconds = (now: Date, since: Date | null | undefined): number =>
  since ? Math.max(0, now.getTime() - since.getTime()) / 1000 : 0;
