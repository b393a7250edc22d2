/**
 * A simulated courier: books demo jobs on a running `npm start` and drives them through the
 * operations API, as devices on the road would.
 *
 *     npm run courier -- --jobs 5 --speed 60 --seed 7 --scenario mixed
 */
import { createApi } from './api.ts';
import { readArguments, usage } from './arguments.ts';
import { readDevFile } from './dev-file.ts';
import { runJobs } from './run.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);
const settings = readArguments(process.argv.slice(2));
if (!settings) {
  say(usage);
  process.exit(2);
}
try {
  const dev = await readDevFile(process.env.SVC_DATA_DIR ?? '.svc');
  const failed = await runJobs(settings, {
    tenant: dev.clients.demo.tenant_id,
    desk: createApi(dev, dev.clients.operator),
    sender: createApi(dev, dev.clients.demo),
    apiOf: (client) => createApi(dev, client),
    pause: (minutes) =>
      new Promise((done) => setTimeout(done, (minutes * 60_000) / settings.speed)),
    say,
  });
  process.exitCode = failed > 0 ? 1 : 0;
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
