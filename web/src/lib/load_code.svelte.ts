/** Loads parts of the page's code when they are needed. */
let failed = $state(false);

export const codeLoading = {
  /** Whether a part could not be loaded: App.svelte then says so and offers to load the page again. */
  get failed(): boolean {
    return failed;
  },
};

/**
 * Load a part, such as a page or a board. It fails without a connection, and after an update of the server, which no longer has the files that
 * this page knows; only loading the whole page again helps then.
 */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    failed = true;
    throw error;
  }
}
