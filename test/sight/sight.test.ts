/** Traces, metrics and alerts of a whole environment, one process per service. */

import { metricGroups } from '@svc/monitoring/catalogue';
import { unknownMetrics } from '@svc/monitoring/metric-names';
import { runbookBlocks, runbookNames } from '@svc/monitoring/runbooks';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startStage } from '../journeys/environment.ts';
import { stagedFaults } from './faults.ts';
import { adminPorts, scrapedNames } from './figures.ts';
import { operatorCommands } from './operator-commands.ts';
import { receiveTraces } from './receivers.ts';
import type { Given, Sight } from './sight.ts';
import { tracing } from './trace.ts';

describe.skipIf(inject('natsUrl') === undefined)('an environment that is watched', () => {
  let sight: Sight;
  beforeAll(async () => {
    const traces = await receiveTraces();
    const stage = await startStage({
      topology: 'a process per service',
      env: {
        SVC_TRACES_URL: `${traces.url}/v1/traces`,
        SVC_TRACES_RATIO: '1',
        SVC_LOG_LEVEL: 'debug',
        // Losses are found soon.
        SVC_STREAM_INSPECTION_SECONDS: '1',
      },
    });
    sight = { stage, traces };
  });
  afterAll(async () => {
    await sight?.stage.stop();
    sight?.traces.close();
  });
  const given: Given = () => sight;

  describe('traces', () => tracing(given));

  it('exposes every metric that a rule or a dashboard names', async () => {
    const ports = await adminPorts(sight.stage.logs);
    expect(ports.size).toBe(11);
    const names = await scrapedNames(ports.values());
    const listed = metricGroups.flatMap(({ metrics }) => metrics.map(({ name }) => name));
    const own = [...names].filter((name) => name.startsWith('svc_'));
    const isListed = (name: string) => listed.includes(name.replace(/_(bucket|sum|count)$/, ''));
    expect(own.filter((name) => !isListed(name))).toEqual([]);
    expect(unknownMetrics(names)).toEqual(new Map());
    expect([...unknownMetrics(names, ['sum(rate(svc_no_such_total[5m])) > 0']).keys()]).toEqual([
      'svc_no_such_total',
    ]);
  });

  /** Undone, so that nothing of the environment is lost. */
  const executed = async (statements: readonly string[]) => {
    const client = await sight.stage.owner.connect();
    try {
      await client.query('begin');
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.query('rollback');
      client.release();
    }
  };

  it.each(runbookNames())('Postgres executes every statement of %s', async (name) => {
    await executed(runbookBlocks(name, 'sql'));
  });

  it('Postgres refuses a statement about a column that is not there', async () => {
    const wrong = executed(['select event from custody.dead_letter']);
    await expect(wrong).rejects.toThrow('column "event" does not exist');
  });

  describe('runbooks', () => operatorCommands(given, { ending: false }));

  describe.skipIf(!inject('hasPrometheus'))('alerts', () => stagedFaults(given));

  describe('the runbook that ends the log', () => operatorCommands(given, { ending: true }));
});
