/** `ops` as the image's command: any environment, over NATS. */
import { linkOverNats } from './operator-link.ts';
import { processShell, runOps } from './ops/program.ts';

process.exitCode = await runOps(
  process.argv.slice(3),
  processShell(() => linkOverNats()),
  {
    name: 'ops',
    reaches:
      "The environment of SVC_NATS_URL is reached, with the operator's SVC_NATS_CALLS_SEED and SVC_NATS_CA.",
    hasSandbox: false,
  },
);
