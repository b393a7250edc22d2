import type { Metrics } from '@svc/kit/metrics';
import { Counter, Histogram, type Registry } from 'prom-client';
import type { Attempt } from './attempt.ts';

export interface Meter {
  count(attempt: Attempt): void;
}

/** One per process, however many deliverers it runs. */
const meters = new WeakMap<Registry, Meter>();

export function meterOf({ registry }: Metrics): Meter {
  const meter = meters.get(registry) ?? createMeter(registry);
  meters.set(registry, meter);
  return meter;
}

function createMeter(registry: Registry): Meter {
  const registers = [registry];
  const attempts = new Counter({
    name: 'svc_webhook_attempts_total',
    help: 'Attempts by what came back: a class of status codes, or why there was no answer.',
    labelNames: ['outcome'],
    registers,
  });
  const seconds = new Histogram({
    name: 'svc_webhook_answer_seconds',
    help: 'How long receivers took to answer.',
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 20],
    registers,
  });
  return {
    count: ({ answer: { status, failure, durationMs } }) => {
      attempts.inc({ outcome: failure ?? `${Math.floor((status ?? 0) / 100)}xx` });
      seconds.observe(durationMs / 1000);
    },
  };
}
