import type { Broker } from './broker.ts';
import type { Bus } from './bus.ts';
import type { Clock } from './clock.ts';
import type { ProcessConfig } from './config.ts';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';

/** What the services of one process share. */
export interface Host {
  config: ProcessConfig;
  broker: Broker;
  bus: Bus;
  clock: Clock;
  log: Logger;
  metrics: Metrics;
}
