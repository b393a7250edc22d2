import type { ApiEnvironment } from '../config.ts';
import type { ActionRoute } from '../routes/route.ts';

/** Sites of the sandbox, as the API document lists them. */
const sandboxSite = /"((cli|lab|hos|ph|whl|bb)-\d+)"/g;

/** On live the same places are those of the demonstration tenants, under ids of live. */
export function exampleFor({ example }: ActionRoute, environment: ApiEnvironment): unknown {
  if (example === undefined || environment === 'sandbox') return example;
  return JSON.parse(JSON.stringify(example).replaceAll(sandboxSite, '"site_demo_$1"'));
}
