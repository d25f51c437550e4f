/** How an uploaded file is called: 128 random bits, so that nobody guesses the name of another's (D-SEC-02). */
export const FILE_NAME = /^[0-9a-f]{32}$/;
