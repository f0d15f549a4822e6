import java.io.FileWriter;
import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;

/**
 * Calls one method of a LeetCode answer as LeetCode does: a new Solution for each call, all calls in one
 * process. Arguments: the file for the results, the method, and each n.
 */
class BezzelHarness {
  public static void main(String[] arguments) throws Throwable {
    Method method;
    try {
      method = Solution.class.getDeclaredMethod(arguments[1], int.class);
    } catch (NoSuchMethodException missing) {
      System.exit(3);
      return;
    }
    method.setAccessible(true);
    var constructor = Solution.class.getDeclaredConstructor();
    constructor.setAccessible(true);
    try (var out = new PrintWriter(new FileWriter(arguments[0]))) {
      for (int at = 2; at < arguments.length; at++) {
        out.println("call " + arguments[at]);
        out.flush();
        Object value;
        try {
          value = method.invoke(constructor.newInstance(), Integer.parseInt(arguments[at]));
        } catch (InvocationTargetException thrown) {
          throw thrown.getCause();
        }
        out.println("value " + json(value));
        out.flush();
      }
    }
  }

  private static String json(Object value) {
    if (value instanceof List<?> list) {
      var text = new StringBuilder("[");
      for (Object item : list) text.append(text.length() > 1 ? "," : "").append(json(item));
      return text + "]";
    }
    if (value instanceof String text) {
      var quoted = new StringBuilder("\"");
      for (char letter : text.toCharArray()) {
        boolean plain = letter >= ' ' && letter != '"' && letter != '\\';
        quoted.append(plain ? String.valueOf(letter) : String.format("\\u%04x", (int) letter));
      }
      return quoted + "\"";
    }
    return String.valueOf(value);
  }
}
