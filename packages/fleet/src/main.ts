/**
 * A simulated provider of fleet telemetry for a running `npm start`:
 *
 *     npm run fleet -- --vehicles 3 --rate 12 --minutes 12 --fault excursion
 */
import { setTimeout as pause } from 'node:timers/promises';
import { createApi } from '@svc/courier/api';
import { readDevFile } from '@svc/courier/dev-file';
import { readArguments, usage } from './arguments.ts';
import { registered } from './provider.ts';
import { runFleet } from './run.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);
const settings = readArguments(process.argv.slice(2));
if (!settings) {
  say(usage);
  process.exit(2);
}
try {
  const urls = await readDevFile(process.env.SVC_DATA_DIR ?? '.svc');
  const desk = createApi(urls, urls.clients.operator);
  const issued = await runFleet(settings, {
    desk,
    sender: createApi(urls, urls.clients.demo),
    provider: await registered({ desk, urls }),
    pause: (ms) => pause(ms),
    now: () => new Date(),
    say,
  });
  process.exitCode = issued === settings.vehicles ? 0 : 1;
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
