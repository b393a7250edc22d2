/**
 * A simulated courier: books demo jobs on a running `npm start` and drives them through the
 * operations API, as devices on the road would.
 *
 *     npm run simulate -- courier --jobs 5 --speed 60 --seed 7 --scenario mixed
 */
import { runCommand } from '@svc/text/command';
import { createApi } from '../api.ts';
import { readDevFile } from '../dev-file.ts';
import { courierCommand, settingsOf } from './arguments.ts';
import { runJobs } from './run.ts';

await runCommand(courierCommand, async ({ values }) => {
  const settings = settingsOf(values);
  const dev = await readDevFile(process.env.SVC_DATA_DIR ?? '.svc');
  const failed = await runJobs(settings, {
    tenant: dev.clients.demo.tenant_id,
    desk: createApi(dev, dev.clients.operator),
    sender: createApi(dev, dev.clients.demo),
    apiOf: (client) => createApi(dev, client),
    pause: (minutes) =>
      new Promise((done) => setTimeout(done, (minutes * 60_000) / settings.speed)),
    log: (line) => process.stdout.write(`${line}\n`),
  });
  return failed > 0 ? 1 : 0;
});
