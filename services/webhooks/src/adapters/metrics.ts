import type { Metrics } from '@svc/kit/metrics';
import { Counter, Histogram, type Registry } from 'prom-client';
import type { PostResult } from '../domain/attempt-result.ts';

export interface DeliveryMetrics {
  observe(result: PostResult): void;
}

/** Cached per registry: prom-client refuses to register a metric twice. */
const cached = new WeakMap<Registry, DeliveryMetrics>();

export function getDeliveryMetrics({ registry }: Metrics): DeliveryMetrics {
  const metrics = cached.get(registry) ?? createDeliveryMetrics(registry);
  cached.set(registry, metrics);
  return metrics;
}

function createDeliveryMetrics(registry: Registry): DeliveryMetrics {
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
    observe: ({ status, failure, durationMs }) => {
      attempts.inc({ outcome: failure ?? `${Math.floor((status ?? 0) / 100)}xx` });
      seconds.observe(durationMs / 1000);
    },
  };
}
