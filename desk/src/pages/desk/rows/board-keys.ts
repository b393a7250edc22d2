/** Keys of the board and what they do: the help shows them, the script acts on them. */
export const boardKeys = {
  j: 'Next job',
  k: 'Previous job',
  x: 'Select the job',
  a: 'Assign',
  u: 'Undo the latest assignment',
  '/': 'Search',
  '?': 'These keys',
} as const;
