/** How browsers say that a part of the program did not arrive. */
const NOT_LOADED =
  /dynamically imported module|importing a module script failed|preload css|failed to fetch|load failed|networkerror/i;

/** A part of the program that has not arrived in the time that it may take. */
export class LoadTimeout extends Error {
  override name = 'LoadTimeout';
}

/** Whether an error means that something did not arrive, not that a component has a fault. Only a reload helps then. */
export const isLoadFault = (error: unknown): boolean =>
  error instanceof LoadTimeout || (error instanceof Error && NOT_LOADED.test(error.message));
