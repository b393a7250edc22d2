import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Events that wait for an earlier one of their job. */
function parkedGauges(registers: Registry[]) {
  const beforeScrape: (() => Promise<void>)[] = [];
  const collect = async () => {
    await Promise.all(beforeScrape.map((update) => update()));
  };
  const shared = { labelNames: ['consumer'], registers, collect };
  return {
    /** Bring these figures up to date; must not throw. */
    beforeScrape,
    parked: new Gauge({
      name: 'svc_events_parked',
      help: 'Events that wait for an earlier event of their job, by consumer.',
      ...shared,
    }),
    parkedAge: new Gauge({
      name: 'svc_events_parked_age_seconds',
      help: 'How long the oldest parked event of a consumer has waited. Alert above 600.',
      ...shared,
    }),
  };
}

/** The figures of one process. */
export function createMetrics(options: { defaults?: boolean } = {}) {
  const registry = new Registry();
  if (options.defaults ?? true) collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    ...parkedGauges(registers),
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
    repeated: new Counter({
      name: 'svc_outbox_repeated_total',
      help: 'Events published again, by reason: recreated, truncated, purged, hollow, reused or requested.',
      labelNames: ['service', 'reason'],
      registers,
    }),
    handled: new Counter({
      name: 'svc_event_handled_total',
      help: 'Events taken by a consumer: handled, parked, repeated, failed, dead or undecodable.',
      labelNames: ['consumer', 'producer', 'outcome'],
      registers,
    }),
    tasks: new Counter({
      name: 'svc_task_total',
      help: 'Attempts of durable tasks: done, failed or given_up. Alert on given_up.',
      labelNames: ['service', 'task', 'outcome'],
      registers,
    }),
  };
}
export type Metrics = ReturnType<typeof createMetrics>;
