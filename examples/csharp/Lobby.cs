using System.Net.Http.Headers;
using System.Runtime.CompilerServices;
using System.Text;
using System.Text.Json;

namespace GalaxyTables.Example;

/// <summary>The lobby's calls as JSON over HTTP, through the gateway.</summary>
public sealed class Lobby(string gateway) : IDisposable
{
    private static readonly JsonSerializerOptions Json = new(JsonSerializerDefaults.Web);
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(1);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(500);

    // The server sends a sign of life every 20 seconds or so: a stream that is silent for longer is broken.
    private static readonly TimeSpan Silence = TimeSpan.FromMinutes(1);

    private readonly HttpClient http = new() { BaseAddress = new Uri(gateway), Timeout = Timeout.InfiniteTimeSpan };

    /// <summary>The player's token; empty before there is one.</summary>
    public string Token { get; set; } = "";

    public void Dispose() => http.Dispose();

    /// <summary>Names a change: sent again after a lost answer, the same change is made once.</summary>
    public static string NewRequestId() => Guid.NewGuid().ToString();

    /// <summary>Makes a call. While nobody answers it repeats the same request, which does nothing twice.</summary>
    public async Task<T> CallAsync<T>(string call, object request)
    {
        var body = JsonSerializer.Serialize(request, Json);
        for (var until = DateTime.UtcNow + Patience; ; await Task.Delay(Pause))
        {
            try
            {
                return await CallOnceAsync<T>(call, body);
            }
            catch (Exception error) when (MayBeRepeated(error) && DateTime.UtcNow < until)
            {
            }
        }
    }

    /// <summary>Gives every update of a table until its game is over. A broken connection is opened again where it was
    /// cut: nothing is missed.</summary>
    public async IAsyncEnumerable<Update> WatchAsync(string tableId)
    {
        var position = "";
        for (var until = DateTime.UtcNow + Patience; DateTime.UtcNow < until; await Task.Delay(Pause))
        {
            await using var events = ReadAsync(tableId, position).GetAsyncEnumerator();
            while (await NextAsync(events))
            {
                var (name, id, data) = events.Current;
                until = DateTime.UtcNow + Patience;
                if (name == "end")
                {
                    var end = JsonSerializer.Deserialize<EndOfStream>(data, Json)!;
                    if (end.Error is null)
                    {
                        yield break;
                    }
                    var refused = new RefusedException(end.Error);
                    if (!refused.IsAway)
                    {
                        throw refused;
                    }
                    break;
                }
                if (JsonSerializer.Deserialize<WatchTableResponse>(data, Json)!.Update is { } update)
                {
                    yield return update;
                }
                position = id;
            }
        }
        throw new IOException("the connection was lost");
    }

    private static bool MayBeRepeated(Exception error) =>
        error is HttpRequestException or IOException or OperationCanceledException or RefusedException { IsAway: true };

    /// <summary>Waits for the next event; false if there is none because the connection was lost.</summary>
    private static async Task<bool> NextAsync(IAsyncEnumerator<(string, string, string)> events)
    {
        try
        {
            return await events.MoveNextAsync();
        }
        catch (Exception error) when (MayBeRepeated(error))
        {
            return false;
        }
    }

    private async Task<T> CallOnceAsync<T>(string call, string body)
    {
        using var request = Signed(HttpMethod.Post, $"/galaxytables.lobby.v1.{call}");
        request.Content = new StringContent(body, Encoding.UTF8, "application/json");
        request.Headers.Add("galaxytables-strict", "1"); // typing errors are refused
        using var timeout = new CancellationTokenSource(Patience);
        using var answer = await http.SendAsync(request, timeout.Token);
        var text = await answer.Content.ReadAsStringAsync(timeout.Token);
        return answer.IsSuccessStatusCode
            ? JsonSerializer.Deserialize<T>(text, Json)!
            : throw new RefusedException(JsonSerializer.Deserialize<ConnectError>(text, Json)!);
    }

    /// <summary>Reads server-sent events, each with its name, its id and its data.</summary>
    private async IAsyncEnumerable<(string Name, string Id, string Data)> ReadAsync(
        string tableId,
        string position,
        [EnumeratorCancellation] CancellationToken cancel = default)
    {
        using var request = Signed(HttpMethod.Get, $"/events/WatchTable?tableId={Uri.EscapeDataString(tableId)}&fromEvent=1");
        if (position != "")
        {
            request.Headers.Add("Last-Event-ID", position);
        }
        using var alive = CancellationTokenSource.CreateLinkedTokenSource(cancel);
        alive.CancelAfter(Silence);
        using var answer = await http.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, alive.Token);
        if (!answer.IsSuccessStatusCode)
        {
            var text = await answer.Content.ReadAsStringAsync(alive.Token);
            throw new RefusedException(JsonSerializer.Deserialize<ConnectError>(text, Json)!);
        }
        using var lines = new StreamReader(await answer.Content.ReadAsStreamAsync(alive.Token));
        var (name, id, data) = ("", "", "");
        while (await lines.ReadLineAsync(alive.Token) is { } line)
        {
            alive.CancelAfter(Silence);
            if (line == "" && data != "") // the event is complete
            {
                yield return (name, id, data);
                (name, id, data) = ("", "", "");
                continue;
            }
            var parts = line.Split(':', 2);
            var value = parts.Length == 2 && parts[1].StartsWith(' ') ? parts[1][1..] : parts[^1];
            switch (parts[0])
            {
                case "event":
                    name = value;
                    break;
                case "id":
                    id = value;
                    break;
                case "data":
                    data = value;
                    break;
            }
        }
    }

    private HttpRequestMessage Signed(HttpMethod method, string path)
    {
        var request = new HttpRequestMessage(method, path);
        if (Token != "")
        {
            request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", Token);
        }
        return request;
    }
}
