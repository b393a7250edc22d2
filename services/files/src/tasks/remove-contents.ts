import { openStorage, removeContentsTask, task } from '../define.ts';
import { removeContents as removeFrom } from '../workflows/remove-contents.ts';

export const removeContents = task(removeContentsTask, ({ tenant_id, file_id }, context) =>
  removeFrom({ context, storage: openStorage(context.config) }, { tenant_id, id: file_id }),
);
