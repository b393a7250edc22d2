/** Files without its workers, whose context a test borrows. */
import type { ServiceDefinition } from '@svc/kit/service';
import { serviceTest } from '@svc/kit/testing/service-test';
import { type FilesWorkerContext, worker } from '../src/define.ts';
import { filesService } from '../src/service.ts';

interface Options<N extends ServiceDefinition> {
  neighbours?: readonly N[];
  tasks?: NonNullable<(typeof filesService)['tasks']>;
  clock?: string;
}

export function filesTest<N extends ServiceDefinition = never>({
  tasks,
  ...options
}: Options<N> = {}) {
  let borrowed: FilesWorkerContext | undefined;
  const borrow = worker('borrow', (own) => {
    borrowed = own;
    return { stop: async () => undefined };
  });
  const definition = { ...filesService, reactions: [], workers: [borrow], ...(tasks && { tasks }) };
  const app = serviceTest(definition, { ...options, folder: true });
  return Object.assign(app, {
    context: () => {
      if (!borrowed) throw new Error('services start before the first test, not earlier');
      return borrowed;
    },
  });
}
