/** Definition of a metric, from which the registry and docs/operations/metrics.md follow. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** Names by Prometheus' convention: `svc_`, the thing, the base unit; counters end in `_total`. */
interface MetricShape {
  name: string;
  help: string;
  /** Of bounded values only: no tenant, no id, no address. */
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

/** The metrics of a registry by their definitions; a definition is registered once. */
export function metricsIn(registry: Registry) {
  const counters = new Map<string, Counter>();
  const gauges = new Map<string, Gauge>();
  const histograms = new Map<string, Histogram>();
  const options = ({ name, help, labels }: MetricDefinition) => ({
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
  });
  const of = {
    counter: (wanted: CounterDefinition): Counter =>
      once(counters, wanted.name, () => new Counter(options(wanted))),
    gauge: (wanted: GaugeDefinition): Gauge =>
      once(gauges, wanted.name, () => new Gauge(options(wanted))),
    histogram: (wanted: HistogramDefinition): Histogram =>
      once(
        histograms,
        wanted.name,
        () => new Histogram({ ...options(wanted), buckets: [...wanted.buckets] }),
      ),
    any: (wanted: MetricDefinition): Counter | Gauge | Histogram => {
      if (wanted.type === 'counter') return of.counter(wanted);
      return wanted.type === 'gauge' ? of.gauge(wanted) : of.histogram(wanted);
    },
  };
  return of;
}

function once<M>(known: Map<string, M>, name: string, create: () => M): M {
  const found = known.get(name) ?? create();
  known.set(name, found);
  return found;
}
