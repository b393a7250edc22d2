/**
 * `npm run ops`: an operator's command line. Reaches the `npm start` of the data folder over its
 * operator socket; any other environment over NATS, as `npm run call` does.
 */
import { linkOverNats, type OperatorLink } from '@svc/process/operator-link';
import { processShell, runOps } from '@svc/process/ops/program';
import { callNpmStart } from './operator-socket.ts';

const linkToNpmStart = async ({ sandbox }: { sandbox: boolean }): Promise<OperatorLink> => ({
  call: (call) => callNpmStart({ environment: sandbox ? 'sandbox' : 'live', ...call }),
  nodes: () => undefined,
  close: async () => undefined,
});

const connect = process.env.SVC_NATS_URL ? () => linkOverNats() : linkToNpmStart;

process.exitCode = await runOps(process.argv.slice(2), processShell(connect), {
  name: 'npm run -s ops --',
  reaches:
    "The running npm start is reached; another environment over NATS: set SVC_NATS_URL, and the operator's SVC_NATS_CALLS_SEED and SVC_NATS_CA.",
  hasSandbox: true,
});
