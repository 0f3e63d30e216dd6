/** All words of the console in Japanese, and those of the platform's errors. */
import errors from "../../../../../services/lobby/galaxytables_lobby/words/ja/errors.ftl?raw";
import own from "../../words/ja/console.ftl?raw";

export default [own, errors];
