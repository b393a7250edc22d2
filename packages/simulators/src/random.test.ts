import { expect, it } from 'vitest';
import { createRandom, randomFor } from './random.ts';

const story = (seed: number) => {
  const random = createRandom(seed);
  return Array.from({ length: 50 }, () => random.between(1, 6));
};

it('the same seed tells the same story, another seed another', () => {
  expect(story(7)).toEqual(story(7));
  expect(story(7)).not.toEqual(story(8));
  expect(new Set(story(7))).toEqual(new Set([1, 2, 3, 4, 5, 6]));
});

it('each part of a story has chance of its own', () => {
  expect(randomFor(1, 1).next()).not.toBe(randomFor(1, 2).next());
  expect(randomFor(1, 1).next()).toBe(randomFor(1, 1).next());
});
