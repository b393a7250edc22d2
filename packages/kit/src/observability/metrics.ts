/**
 * The figures of one process.
 *
 * - **observed**: counted and timed where it happens.
 * - **collected**: read at each scrape from tables and pools (`collector.ts`), by every replica
 *   alike; rules take the maximum.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type {
  CounterDefinition,
  GaugeDefinition,
  HistogramDefinition,
  MetricDefinition,
  Sample,
} from './metric.ts';
import { kitMetrics } from './metric-definitions.ts';

/**
 * How often the lag of the event loop is sampled; a sample includes this interval. At the library's
 * 10 ms the sampling alone took 8 ms a second of each idle process, at 100 ms 0.9.
 */
const loopSampleMs = 100;

export function createMetrics(options: { defaults?: boolean } = {}) {
  const registry = new Registry();
  if (options.defaults ?? true) {
    collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: loopSampleMs });
  }
  const of = metricsIn(registry);
  const collectors: (() => Promise<void>)[] = [
    async () => of.gauge(kitMetrics.clockTime).set(Date.now() / 1000),
  ];
  return {
    registry,
    /** The metric of a definition; registered when it is first asked for. */
    of,
    /** Adds gauges that are read at each scrape; those that `read` no longer names are left out. */
    collect: (read: () => Promise<readonly Sample[]>): void => {
      let shown: readonly Sample[] = [];
      collectors.push(async () => {
        const samples = await read();
        for (const { metric, labels = {} } of shown) of.gauge(metric).remove(labels);
        for (const { metric, labels = {}, value } of samples) of.gauge(metric).set(labels, value);
        shown = samples;
      });
    },
    /** The text that Prometheus scrapes. */
    scrape: async (): Promise<string> => {
      await Promise.all(collectors.map((collect) => collect()));
      return registry.metrics();
    },
    ...observed(of),
  };
}

/** The metrics of a registry by their definitions; a definition is registered once. */
function metricsIn(registry: Registry) {
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

const observed = (of: ReturnType<typeof metricsIn>) => ({
  requests: of.histogram(kitMetrics.requests),
  problems: of.counter(kitMetrics.problems),
  calls: of.histogram(kitMetrics.calls),
  callsUnanswered: of.counter(kitMetrics.callsUnanswered),
  published: of.counter(kitMetrics.published),
  publishFailures: of.counter(kitMetrics.publishFailures),
  repeated: of.counter(kitMetrics.repeated),
  handled: of.counter(kitMetrics.handled),
  eventDelay: of.histogram(kitMetrics.eventDelay),
  tasks: of.counter(kitMetrics.tasks),
  schedules: of.counter(kitMetrics.schedules),
});

export type Metrics = ReturnType<typeof createMetrics>;
