/**
 * A simulated provider of fleet telemetry for a running `npm start`:
 *
 *     npm run simulate -- fleet --vehicles 3 --rate 12 --minutes 12 --fault excursion
 */
import { setTimeout as pause } from 'node:timers/promises';
import { runCommand } from '@svc/text/command';
import { createApi } from '../api.ts';
import { readDevFile } from '../dev-file.ts';
import { fleetCommand } from './arguments.ts';
import { registerProvider } from './provider.ts';
import { runFleet } from './run.ts';

await runCommand(fleetCommand, async ({ values }) => {
  const urls = await readDevFile(process.env.SVC_DATA_DIR ?? '.svc');
  const desk = createApi(urls, urls.clients.operator);
  const issued = await runFleet(values, {
    desk,
    sender: createApi(urls, urls.clients.demo),
    provider: await registerProvider({ desk, urls }),
    pause: (ms) => pause(ms),
    now: () => new Date(),
    log: (line) => process.stdout.write(`${line}\n`),
  });
  return issued === values.vehicles ? 0 : 1;
});
