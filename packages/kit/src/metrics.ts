import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** The figures of one process. */
export function createMetrics(options: { defaults?: boolean } = {}) {
  const registry = new Registry();
  if (options.defaults ?? true) collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    calls: new Histogram({
      name: 'svc_action_seconds',
      help: 'Time an action took, by service, action and outcome.',
      labelNames: ['service', 'action', 'outcome'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 8],
      registers,
    }),
    outboxPending: new Gauge({
      name: 'svc_outbox_pending',
      help: 'Events committed but not yet acknowledged by the bus.',
      labelNames: ['service'],
      registers,
    }),
    published: new Counter({
      name: 'svc_outbox_published_total',
      help: 'Events acknowledged by the bus.',
      labelNames: ['service'],
      registers,
    }),
    handled: new Counter({
      name: 'svc_event_handled_total',
      help: 'Events taken by a consumer: handled, parked, repeated, failed or dead.',
      labelNames: ['consumer', 'producer', 'outcome'],
      registers,
    }),
  };
}
export type Metrics = ReturnType<typeof createMetrics>;
