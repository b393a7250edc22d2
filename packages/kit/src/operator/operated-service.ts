import type { HostedService } from '../process/hosted-service.ts';

/** What of a running service an operator looks at. */
export type OperatedService = Pick<HostedService, 'runtime' | 'consumers' | 'ready' | 'figures'>;
