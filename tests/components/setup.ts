import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import { keepRegistered } from '../../packages/forecourt/src/admin/values/registry.ts';
import './ownerStacks.ts';
import './styles.ts';

/** Runs before each file of component tests. Those of a worker share one window and every module: each test leaves them as it found them. */

// Screens in happy-dom take seconds on a busy machine; the tests wait for things, not for time.
configure({ asyncUtilTimeout: 15_000 });

// Set up first, so it runs last: after what a file does at the end of a test.
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  // react-admin's own router in tests keeps a list's filters in the address.
  window.history.replaceState(null, '', '/');
});

// A part of a page that is still being loaded when its file ends would never arrive, neither here nor in the files after it.
afterAll(() => vi.dynamicImportSettled());

// What a file registers is its own; the parts it loads may still come until then.
afterAll(keepRegistered());
