export const FOLDER: string;
